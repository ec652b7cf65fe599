"""What nets with a mistake return: (x, conv_w, conv_b, lin_w, lin_b) -> logits.

Words for each are in convnet.toml. A layer of another size was given the corner of the right one's
parameters that fits, as the host gives it to a student's layer.
"""

from collections.abc import Callable

from grader.model.reference import Array

from .small_net import SmallNet, relu, seen, softmax, weigh
from .words import Compute, Formula, anywhere

LEAST_CLASSES = 2
GREY = 255  # the largest value of a picture of bytes, which learners divide by


def mistakes(net: SmallNet) -> dict[str, Compute]:
    """Lists every mistake that is one in this net."""
    formulas = {**_activations(net), **_parameters(net), **_ends(net), **_sizes(net)}
    if net.channels > 1:
        formulas["channels-last"] = _with(net, relu, order=(0, 2, 3, 1))
    if net.channels == net.in_channels:
        formulas["convolved-twice"] = _twice(net)
    return {key: anywhere(formula) for key, formula in formulas.items()}


def _with(
    net: SmallNet, activation: Callable[[Array], Array], *, order: tuple[int, ...] = (0, 1, 2, 3)
) -> Formula:
    """Gives the net with another activation, or flattened in another order."""

    def formula(x: Array, conv_w: Array, conv_b: Array, lin_w: Array, lin_b: Array) -> Array:
        given = activation(net.convolve(x, conv_w, conv_b)).transpose(order)
        return given.reshape(len(x), -1) @ lin_w.T + lin_b

    return formula


def _twice(net: SmallNet) -> Formula:
    right = _with(net, relu)
    return lambda x, w, b, v, c: right(relu(net.convolve(x, w, b)), w, b, v, c)


def _activations(net: SmallNet) -> dict[str, Formula]:
    """What stands where ReLU belongs."""
    import numpy as np

    right = _with(net, relu)
    plain = _with(net, lambda z: z)
    return {
        "no-relu": plain,
        "relu-last": lambda *given: relu(plain(*given)),
        "relu-twice": lambda *given: relu(right(*given)),
        "relu-first": lambda x, *others: plain(relu(x), *others),
        "sigmoid": _with(net, _sigmoid),
        "tanh": _with(net, np.tanh),
        "leaky-relu": _with(net, lambda z: np.where(z > 0, z, z * 0.01)),
        "silu": _with(net, lambda z: z * _sigmoid(z)),
        "gelu": _with(net, _gelu),
        "elu": _with(net, lambda z: np.where(z > 0, z, np.expm1(np.minimum(z, 0)))),
        "relu6": _with(net, lambda z: np.clip(z, 0, 6)),
        "negative-relu": _with(net, lambda z: z * (z < 0)),
    }


def _sigmoid(z: Array) -> Array:
    import numpy as np

    return 0.5 * (1 + np.tanh(0.5 * z))


def _gelu(z: Array) -> Array:
    """Weighs by the normal distribution, exactly as torch.nn.GELU does."""
    import math

    import numpy as np

    error = np.vectorize(math.erf, otypes=[float])
    return 0.5 * z * (1 + error(z / math.sqrt(2)))


def _parameters(net: SmallNet) -> dict[str, Formula]:
    """Which parameters are there, and how they are used."""
    right = _with(net, relu)
    return {
        "no-conv-bias": lambda x, w, b, v, c: right(x, w, b * 0, v, c),
        "no-linear-bias": lambda x, w, b, v, c: right(x, w, b, v, c * 0),
        "no-bias": lambda x, w, b, v, c: right(x, w, b * 0, v, c * 0),
        "kernel-flipped": lambda x, w, b, v, c: right(x, w[..., ::-1, ::-1], b, v, c),
        "images-scaled": lambda x, *others: right(x / GREY, *others),
        "image-transposed": lambda x, *others: right(x.swapaxes(2, 3), *others),
        "flattened-by-columns": _with(net, relu, order=(0, 1, 3, 2)),
        "convolved-twice": lambda x, w, b, v, c: (
            _with(net, relu)(relu(net.convolve(x, w, b)), w, b, v, c)
            if net.in_channels == net.channels
            else right(x, w, b, v, c) * 0
        ),
        **{
            f"padding-{name}": _padded(net, mode)
            for name, mode in (
                ("reflect", "reflect"),
                ("replicate", "edge"),
                ("circular", "wrap"),
            )
        },
    }


def _padded(net: SmallNet, mode: str) -> Formula:
    def formula(x: Array, conv_w: Array, conv_b: Array, lin_w: Array, lin_b: Array) -> Array:
        given = relu(net.convolve(x, conv_w, conv_b, mode))
        return given.reshape(len(x), -1) @ lin_w.T + lin_b

    return formula


def _ends(net: SmallNet) -> dict[str, Formula]:
    """What is done with the logits."""
    import numpy as np

    right = _with(net, relu)
    found: dict[str, Formula] = {
        "class-only": lambda *given: right(*given).argmax(axis=1),
    }
    if net.classes >= LEAST_CLASSES:
        found |= {
            "softmax": lambda *given: softmax(right(*given)),
            "log-softmax": lambda *given: _log_softmax(right(*given)),
            "softmax-over-batch": lambda *given: softmax(right(*given).T).T,
            "sigmoid-last": lambda *given: _sigmoid(right(*given)),
            "tanh-last": lambda *given: np.tanh(right(*given)),
        }
    return found


def _log_softmax(logits: Array) -> Array:
    import numpy as np

    low = logits - logits.max(axis=1, keepdims=True)
    return low - np.log(np.exp(low).sum(axis=1, keepdims=True))


def _sizes(net: SmallNet) -> dict[str, Formula]:
    """Feature maps of another size, with a last layer to match."""

    def unpadded(x: Array, w: Array, b: Array) -> Array:
        return relu(weigh(seen(x, net.kernel), w, b))

    def strided(x: Array, w: Array, b: Array) -> Array:
        return relu(net.convolve(x, w, b))[..., ::2, ::2]

    def pooled(x: Array, w: Array, b: Array) -> Array:
        maps = relu(net.convolve(x, w, b))
        half = net.size // 2
        parts = maps[..., : 2 * half, : 2 * half].reshape(*maps.shape[:2], half, 2, half, 2)
        return parts.max(axis=(3, 5))

    found = {"no-padding": unpadded, "stride-2": strided, "pooled": pooled}
    return {key: _cornered(maps) for key, maps in found.items()}


def _cornered(maps: Callable[[Array, Array, Array], Array]) -> Formula:
    def formula(x: Array, conv_w: Array, conv_b: Array, lin_w: Array, lin_b: Array) -> Array:
        given = maps(x, conv_w, conv_b).reshape(len(x), -1)
        return given @ lin_w[:, : given.shape[1]].T + lin_b

    return formula
