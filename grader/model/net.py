"""What a guest says about a neural network. Shown as evidence, never believed for a verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One module that has no modules of its own, in the order of the calls."""

    kind: str  # "Conv2d"
    name: str  # "conv1", "0"
    shape: tuple[int, ...]  # of what it returned


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One array that is learned."""

    name: str  # "fc.weight"
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One operation of PyTorch, and who did the work."""

    operation: str  # "aten::convolution"
    kernels: tuple[str, ...]  # names on the GPU; "" stands for none
    library: str  # "MIOpen", "cuDNN (cuBLAS)", "ATen", "oneDNN"; "" = unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class NetFacts:
    """What one call showed of a network."""

    layers: tuple[Layer, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    said: Mapping[str, bool] = field(default_factory=dict)  # "train mode": True, …
    served: tuple[Served, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """A parameter of another shape than the net that was asked for has."""

    name: str
    expected: tuple[int, ...]  # () = there should be none
    got: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NetEvidence:
    """What was seen of a network beside its numbers."""

    facts: NetFacts
    asked: tuple[str, ...] = ()  # the layers of the exercise: "Conv2d(1, 1, 3, padding=1)", …
    train_seconds: float = 0.0  # the host's clock around `steps` training steps; 0 = not measured
    infer_seconds: float = 0.0  # around as many forward passes of the same net
    steps: int = 0
