"""Decode a child's report about a net; it is hostile input.

None of it is a fact, except that the program sent it.
"""

from collections.abc import Sequence

from grader.exercises.nets.guest.nets_protocol import (
    MAX_KERNEL_NAME,
    MAX_NAME,
    MAX_PARTS,
    NetRecord,
    OperationRecord,
)
from grader.exercises.nets.record import Layer, NetFacts, NetParameter, Served
from grader.sandbox.children import ViolationError, read_as
from grader.sandbox.kernels import libraries_of
from grader.sandbox.replies import MAX_LENGTH, clip

NET_AXES = 8
ON_CPU = {
    "aten::mkldnn_convolution": "oneDNN",
    "aten::mkldnn_linear": "oneDNN",
    "aten::_slow_conv2d_forward": "ATen",
    "aten::_slow_conv2d_backward": "ATen",
    "aten::slow_conv_dilated2d": "ATen",
    "aten::addmm": "ATen (BLAS)",
    "aten::mm": "ATen (BLAS)",
    "aten::addmv": "ATen (BLAS)",
}
"""Libraries of PyTorch's operations, as its dispatcher names them on a CPU."""


def decode_net(net: object) -> NetFacts:
    """Decode the guest's report about a net; raise ViolationError if it is malformed."""
    told = read_as(NetRecord, net, "a net that is not described")
    return NetFacts(
        layers=tuple(
            Layer(
                kind=clip(layer["kind"], MAX_NAME),
                name=clip(layer["name"], MAX_NAME),
                shape=_net_shape(layer["shape"]),
            )
            for layer in told["layers"][:MAX_PARTS]
        ),
        parameters=tuple(
            NetParameter(
                name=clip(parameter["name"], MAX_NAME), shape=_net_shape(parameter["shape"])
            )
            for parameter in told["parameters"][:MAX_PARTS]
        ),
        said={
            clip(key, MAX_NAME): value
            for key, value in list(told.get("said", {}).items())[:MAX_PARTS]
        },
        served=tuple(map(_served, told.get("served", [])[:MAX_PARTS])),
    )


def _net_shape(shape: Sequence[int]) -> tuple[int, ...]:
    if len(shape) > NET_AXES or not all(0 <= length < MAX_LENGTH for length in shape):
        raise ViolationError("a shape that is none")
    return tuple(shape)


def _served(told: OperationRecord) -> Served:
    """Return the library of an operation: by its kernels on a GPU, else by its name."""
    operation = clip(told["operation"], MAX_NAME)
    kernels = tuple(clip(name, MAX_KERNEL_NAME) for name in told["kernels"][:MAX_PARTS])
    by_kernels = ", ".join(libraries_of((name, operation) for name in kernels))
    library = by_kernels if kernels else ON_CPU.get(operation, "")
    return Served(operation=operation, kernels=kernels, library=library)
