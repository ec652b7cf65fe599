"""What host and guest say to each other of nets; grader/guest/protocol.py: what is around it."""

from typing import Literal, NotRequired, TypedDict

Calls = Literal["model", "step", "inference"]
MAX_NAME, MAX_KERNEL_NAME = 100, 300  # letters
MAX_PARTS = 64  # layers, parameters


class NetRequest(TypedDict):
    """How the target is called."""

    call: Calls
    net: list[str]  # layers: "Linear(16, 2)"
    loss: str  # a class of torch.nn
    roles: list[tuple[str, str]]  # parameters of the function, and what each stands for
    times: int  # repeats of a step, where only the time counts
    profiled: bool


class LayerRecord(TypedDict):
    """One module that has none inside, in the order of the calls."""

    kind: str
    name: str
    shape: list[int]  # of what it returned


class ParameterRecord(TypedDict):
    """One array that is learned."""

    name: str
    shape: list[int]


class OperationRecord(TypedDict):
    """One operation of PyTorch, as its profiler names it."""

    operation: str
    kernels: list[str]


class NetRecord(TypedDict):
    """What a call showed of a net."""

    layers: list[LayerRecord]
    parameters: list[ParameterRecord]
    said: NotRequired[dict[str, bool]]
    served: NotRequired[list[OperationRecord]]
