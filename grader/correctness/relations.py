"""What can be said of a result beside the right one, whatever the operation: "right, but moved".

A family that only looks at the right answer is named by its key here, by references and by kits.
Each gives the form that is nearest to a result, in its shape; None where there is none.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from grader.model.reference import Array

Relation = Callable[[Array, Array], Array | None]  # (right, result)


def _offset(right: Array, result: Array) -> Array | None:
    import numpy as np

    return right + np.median(result - right) if right.shape == result.shape else None


def _multiple(right: Array, result: Array) -> Array | None:
    if right.shape != result.shape:
        return None
    right, result = right.astype(float), result.astype(float)
    return right * ((right * result).sum() / ((right * right).sum() or 1))


def _partly_zero(right: Array, result: Array) -> Array | None:
    import numpy as np

    return np.where(result == 0, 0, right) if right.shape == result.shape else None


def _misplaced(right: Array, result: Array) -> Array | None:
    """Puts the right elements in the order of the result's."""
    import numpy as np

    if right.shape != result.shape:
        return None
    model = np.empty_like(right)
    model.flat[np.argsort(result, axis=None)] = np.sort(right, axis=None)
    return model


def _cut_off(right: Array, result: Array) -> Array | None:
    if result.ndim != right.ndim or not result.size:
        return None
    kept: Array = right[tuple(map(slice, result.shape))]
    return kept if kept.shape == result.shape else None


def _too_large(right: Array, result: Array) -> Array | None:
    import numpy as np

    if result.ndim != right.ndim:
        return None
    room = [long - short for long, short in zip(result.shape, right.shape, strict=True)]
    return np.pad(right, [(0, more) for more in room]) if min(room) >= 0 else None


RELATIONS: Mapping[str, Relation] = MappingProxyType(
    {
        "offset": _offset,
        "multiple": _multiple,
        "partly-zero": _partly_zero,
        "misplaced": _misplaced,
        "cut-off": _cut_off,
        "too-large": _too_large,
    }
)
"""The closest first."""
