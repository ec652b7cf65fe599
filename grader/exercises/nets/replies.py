"""What a child says of a net, read as hostile input.

All of it is the student's word: nothing here is a fact but that the program said so.
"""

from msgspec import Struct, field

from grader.exercises.nets.record import Layer, NetFacts, NetParameter, Served
from grader.sandbox.children import ViolationError, read_as
from grader.sandbox.kernels import libraries_of
from grader.sandbox.replies import MAX_LENGTH, clip

NET_PARTS, NET_AXES = 64, 8  # layers, parameters, operations
NET_NAME, KERNEL_NAME = 100, 300
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
"""PyTorch's operations, as its dispatcher calls them on a CPU."""


class OperationReply(Struct, frozen=True, kw_only=True):
    """One operation of a net, as the profiler names it."""

    operation: str
    kernels: list[str]


class NetReply(Struct, frozen=True, kw_only=True):
    """A net as described."""

    layers: list[Layer]
    parameters: list[NetParameter]
    said: dict[str, bool] = field(default_factory=dict)
    served: list[OperationReply] = field(default_factory=list)


def decode_net(net: object) -> NetFacts:
    """Reads what the guest says of a net; raises ViolationError for what it never says."""
    reply = read_as(NetReply, net, "a net that is not described")
    return NetFacts(
        layers=tuple(
            Layer(
                kind=clip(layer.kind, NET_NAME),
                name=clip(layer.name, NET_NAME),
                shape=_net_shape(layer.shape),
            )
            for layer in reply.layers[:NET_PARTS]
        ),
        parameters=tuple(
            NetParameter(name=clip(parameter.name, NET_NAME), shape=_net_shape(parameter.shape))
            for parameter in reply.parameters[:NET_PARTS]
        ),
        said={clip(key, NET_NAME): value for key, value in list(reply.said.items())[:NET_PARTS]},
        served=tuple(map(_served, reply.served[:NET_PARTS])),
    )


def _net_shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    if len(shape) > NET_AXES or not all(0 <= length < MAX_LENGTH for length in shape):
        raise ViolationError("a shape that is none")
    return shape


def _served(reply: OperationReply) -> Served:
    """Names who did the work: by the kernels on a GPU, else by PyTorch's own operation."""
    operation = clip(reply.operation, NET_NAME)
    kernels = tuple(clip(name, KERNEL_NAME) for name in reply.kernels[:NET_PARTS])
    by_kernels = ", ".join(libraries_of((name, operation) for name in kernels))
    library = by_kernels if kernels else ON_CPU.get(operation, "")
    return Served(operation=operation, kernels=kernels, library=library)
