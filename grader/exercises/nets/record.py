"""What was seen of a net beside its results: the record that is stored."""

from collections.abc import Mapping

from msgspec import Struct, field

from grader.model.evidence import Records
from grader.records import opened_record


class Layer(Struct, frozen=True, kw_only=True):
    """One module that has no modules of its own, in the order of the calls."""

    kind: str  # "Conv2d"
    name: str  # "conv1", "0"
    shape: tuple[int, ...]  # of what it returned


class NetParameter(Struct, frozen=True, kw_only=True):
    """One array that is learned."""

    name: str  # "fc.weight"
    shape: tuple[int, ...]


class Served(Struct, frozen=True, kw_only=True):
    """One operation of PyTorch, and who did the work."""

    operation: str  # "aten::convolution"
    kernels: tuple[str, ...]  # names on the GPU; "" stands for none
    library: str  # "MIOpen", "cuDNN (cuBLAS)", "ATen", "oneDNN"; "" = unknown


class NetFacts(Struct, frozen=True, kw_only=True):
    """What one call showed of a network."""

    layers: tuple[Layer, ...] = ()
    parameters: tuple[NetParameter, ...] = ()
    said: Mapping[str, bool] = field(default_factory=dict)  # "train mode": True, …
    served: tuple[Served, ...] = ()


class ShapeMismatch(Struct, frozen=True, kw_only=True):
    """A parameter of another shape than the net that was asked for has."""

    name: str
    expected: tuple[int, ...]  # () = there should be none
    got: tuple[int, ...]


class NetRecord(Struct, frozen=True, kw_only=True):
    """What was seen of one exercise's net; decides no verdict."""

    facts: NetFacts | None = None  # None: some case did not end well
    asked: tuple[str, ...] = ()  # the layers of the exercise: "Conv2d(1, 1, 3, padding=1)", …
    mismatches: tuple[ShapeMismatch, ...] = ()  # of a net that is wrong
    train_seconds: float = 0.0  # the host's clock around `steps` training steps; 0 = not measured
    infer_seconds: float = 0.0  # around as many forward passes of the same net
    steps: int = 0


def record_of(records: Records) -> NetRecord:
    """Opens the record; where there is none, nothing was seen."""
    return opened_record(records, "nets", NetRecord) or NetRecord()
