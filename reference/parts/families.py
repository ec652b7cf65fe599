"""Mistakes that come in endless forms: each is fitted to the result that it may explain.

A family says something true of the whole result, whatever made it so: "right, but still 0 in
places". It is named only where no closer mistake explains a program, and the first that fits is.
"""

from collections.abc import Callable

from grader.model.reference import Array, Inputs

from .words import Family, Formula

Fit = Callable[[Array, Array], Array]  # (right, result) -> the nearest member, of result's shape


def families(expected: Formula) -> dict[str, Family]:
    """Lists, the closest first, what can be said of a result beside the right one."""
    return {
        "offset": _of_same_shape(expected, lambda right: right + 7, _offset),
        "multiple": _of_same_shape(expected, lambda right: right * 3, _multiple),
        "partly-zero": _of_same_shape(expected, _spared, _partly_zero),
        "misplaced": _of_same_shape(expected, _rolled, _misplaced),
        "cut-off": Family(
            compute=lambda inputs, _earlier: expected(*inputs)[:-1, :-2],
            fit=lambda inputs, result: _cut_off(expected(*inputs), result),
        ),
        "too-large": Family(
            compute=lambda inputs, _earlier: _placed(expected(*inputs), 3),
            fit=lambda inputs, result: _too_large(expected(*inputs), result),
        ),
    }


def _of_same_shape(expected: Formula, sample: Callable[[Array], Array], fit: Fit) -> Family:
    def fitted(inputs: Inputs, result: Array) -> Array | None:
        right = expected(*inputs)
        return fit(right, result) if right.shape == result.shape else None

    return Family(compute=lambda inputs, _earlier: sample(expected(*inputs)), fit=fitted)


def _offset(right: Array, result: Array) -> Array:
    import numpy as np

    return right + np.median(result - right)


def _multiple(right: Array, result: Array) -> Array:
    right, result = right.astype(float), result.astype(float)
    return right * ((right * result).sum() / ((right * right).sum() or 1))


def _spared(right: Array) -> Array:
    import numpy as np

    rows, columns = np.indices(right.shape)[-2:]
    return np.where((rows + 2 * columns) % 3, right, 0)


def _partly_zero(right: Array, result: Array) -> Array:
    import numpy as np

    return np.where(result == 0, 0, right)


def _rolled(right: Array) -> Array:
    import numpy as np

    return np.roll(right.ravel(), 1).reshape(right.shape)


def _misplaced(right: Array, result: Array) -> Array:
    """Puts the right elements in the order of the result's."""
    import numpy as np

    model = np.empty_like(right)
    model.flat[np.argsort(result, axis=None)] = np.sort(right, axis=None)
    return model


def _cut_off(right: Array, result: Array) -> Array | None:
    if result.ndim != right.ndim or not result.size:
        return None
    kept: Array = right[tuple(map(slice, result.shape))]
    return kept if kept.shape == result.shape else None


def _placed(right: Array, more: int) -> Array:
    import numpy as np

    return np.pad(right, [(0, more)] * right.ndim)


def _too_large(right: Array, result: Array) -> Array | None:
    import numpy as np

    if result.ndim != right.ndim:
        return None
    room = [long - short for long, short in zip(result.shape, right.shape, strict=True)]
    return np.pad(right, [(0, more) for more in room]) if min(room) >= 0 else None
