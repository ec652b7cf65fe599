"""The stored record of observations about a net besides its results."""

from collections.abc import Mapping

from msgspec import Struct, field

from grader.model.evidence import Records
from grader.records import opened_record


class Layer(Struct, frozen=True, kw_only=True):
    """One leaf module, in call order."""

    kind: str  # "Conv2d"
    name: str  # "conv1", "0"
    shape: tuple[int, ...]  # of its output


class NetParameter(Struct, frozen=True, kw_only=True):
    """One learned array."""

    name: str  # "fc.weight"
    shape: tuple[int, ...]


class Served(Struct, frozen=True, kw_only=True):
    """One operation of PyTorch, and the library that executed it."""

    operation: str  # "aten::convolution"
    kernels: tuple[str, ...]  # names on the GPU; empty on the CPU
    library: str  # "MIOpen", "cuDNN (cuBLAS)", "ATen", "oneDNN"; "" = unknown


class NetFacts(Struct, frozen=True, kw_only=True):
    """Facts about a network from one call."""

    layers: tuple[Layer, ...] = ()
    parameters: tuple[NetParameter, ...] = ()
    said: Mapping[str, bool] = field(default_factory=dict)  # reported: "train mode": True
    served: tuple[Served, ...] = ()


class ShapeMismatch(Struct, frozen=True, kw_only=True):
    """A parameter whose shape differs from the expected net's."""

    name: str
    expected: tuple[int, ...]  # () = there should be no such parameter
    got: tuple[int, ...]


class NetRecord(Struct, frozen=True, kw_only=True):
    """Observations about one exercise's net; they decide no verdict."""

    facts: NetFacts | None = None  # None: some case failed
    asked: tuple[str, ...] = ()  # the layers of the exercise: "Conv2d(1, 1, 3, padding=1)", …
    mismatches: tuple[ShapeMismatch, ...] = ()  # of a wrong net
    train_seconds: float = 0.0  # host's time for `steps` training steps; 0 = not measured
    infer_seconds: float = 0.0  # for as many forward passes of the same net
    steps: int = 0


def record_of(records: Records) -> NetRecord:
    """Return the record; empty if there is none."""
    return opened_record(records, "nets", NetRecord) or NetRecord()
