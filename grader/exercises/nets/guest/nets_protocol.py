"""Messages between host and guest about nets, within the frames of grader/guest/protocol.py."""

from typing import Literal, NotRequired, TypedDict

Calls = Literal["model", "step", "inference"]
MAX_NAME, MAX_KERNEL_NAME = 100, 300  # characters
MAX_PARTS = 64  # layers, parameters


class NetRequest(TypedDict):
    """How to call the target."""

    call: Calls
    net: list[str]  # layers: "Linear(16, 2)"
    loss: str  # a class of torch.nn
    roles: list[tuple[str, str]]  # parameters of the function, and the role of each
    times: int  # repetitions of a step, for timing
    profiled: bool


class LayerRecord(TypedDict):
    """One leaf module, in call order."""

    kind: str
    name: str
    shape: list[int]  # of its output


class ParameterRecord(TypedDict):
    """One learned array."""

    name: str
    shape: list[int]


class OperationRecord(TypedDict):
    """One operation of PyTorch, named as by its profiler."""

    operation: str
    kernels: list[str]


class NetRecord(TypedDict):
    """Facts about a net, from one call."""

    layers: list[LayerRecord]
    parameters: list[ParameterRecord]
    said: NotRequired[dict[str, bool]]
    served: NotRequired[list[OperationRecord]]
