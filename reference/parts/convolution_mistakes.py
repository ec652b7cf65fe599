"""What learners' convolutions return: (image, kernel) -> result, for any form of the operation.

Words for each are in convolution.toml. Results of another size are mistakes like others.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from grader.model.reference import Array, Inputs

from .correlation import MODES, Correlation
from .families import families
from .rounding import NARROW, narrowed
from .words import Compute, Family, Formula, anywhere, in_floats

Change = Callable[[Array], Array]
LARGEST_GREY = 255
ROWS_COLUMNS = 2


def mistakes(correlate: Correlation) -> dict[str, Compute | Family]:
    """Lists every mistake that is one where this correlation is asked for; general ones last."""
    return {
        **{key: anywhere(formula) for key, formula in _kernels(correlate).items()},
        **{key: anywhere(formula) for key, formula in _paddings(correlate).items()},
        **{key: anywhere(formula) for key, formula in _places(correlate).items()},
        **{key: anywhere(formula) for key, formula in _values(correlate).items()},
        "state-left": _state_left(correlate),
        "stale-result": _stale_result(correlate),
        "truncated-result": in_floats(_after(correlate, _truncated)),
        "floored-result": in_floats(_after(correlate, _floored)),
        **{
            f"rounded-{digits}": in_floats(_after(correlate, _rounding(digits)))
            for digits in range(7)
        },
        **{kind: anywhere(narrowed(correlate, kind)) for kind in NARROW},
        **families(correlate),
        "other-kernel": Family(
            compute=lambda given, _earlier: correlate(given[0], given[1] * 0 + OTHER) + 0.25,
            fit=lambda given, result: _other_kernel(correlate, given, result),
        ),
    }


OTHER = [[3.5, -1.0, 0.5], [2.0, 0.25, -4.0], [1.5, 5.0, -2.5]]


def _other_kernel(correlate: Correlation, given: Inputs, result: Array) -> Array | None:
    """Finds the weights, and what is added, that come nearest to the result."""
    import numpy as np

    image, kernel = given
    if kernel.ndim > ROWS_COLUMNS:
        return None
    units = np.eye(kernel.size).reshape(-1, *kernel.shape)
    parts = [correlate(image.astype(float), unit) for unit in units]
    if parts[0].shape != result.shape:
        return None
    columns = np.stack([*map(np.ravel, parts), np.ones(result.size)], axis=1)
    weights = np.linalg.lstsq(columns, result.astype(float).ravel(), rcond=None)[0]
    fitted: Array = (columns @ weights).reshape(result.shape)
    return fitted


def excusable(correlate: Correlation) -> Collection[str]:
    """Names what is right with a reason in the report: the image's size kept, where it need not."""
    if correlate.padding != "valid":
        return ()
    return {"framed-with-zeros", *(f"same-{mode}" for mode in MODES)}


def _after(formula: Formula, change: Change) -> Formula:
    return lambda image, kernel: change(formula(image, kernel))


def _with_kernel(formula: Formula, change: Change) -> Formula:
    return lambda image, kernel: formula(image, change(kernel))


def _kernels(correlate: Correlation) -> Mapping[str, Formula]:
    """Which weight meets which element."""
    changes: dict[str, Change] = {
        "flipped": lambda k: k[..., ::-1, ::-1],
        "flipped-up-down": lambda k: k[..., ::-1, :],
        "flipped-left-right": lambda k: k[..., ::-1],
        "kernel-transposed": lambda k: k.swapaxes(-1, -2),
        "terms-short": lambda k: _only(k, slice(None, -1), slice(None, -1)),
        "terms-late": lambda k: _only(k, slice(1, None), slice(1, None)),
        "kernel-rows-short": lambda k: _only(k, slice(None, -1), slice(None)),
        "kernel-columns-short": lambda k: _only(k, slice(None), slice(None, -1)),
        "kernel-rows-late": lambda k: _only(k, slice(1, None), slice(None)),
        "kernel-columns-late": lambda k: _only(k, slice(None), slice(1, None)),
        "first-term": lambda k: _only(k, slice(1), slice(1)),
        "last-term": lambda k: _only(k, slice(-1, None), slice(-1, None)),
        "center-term": lambda k: _only(k, slice(1, 2), slice(1, 2)),
        "patch-multiplied": lambda k: k * 0 + k.sum(axis=-1)[..., None, :],
        "weights-ignored": lambda k: k * 0 + 1,
    }
    for p in range(3):
        for q in range(3):
            changes[f"missing-{3 * p + q + 1}"] = _without(p, q)
    return {key: _with_kernel(correlate, change) for key, change in changes.items()}


def _only(kernel: Array, rows: slice, columns: slice) -> Array:
    rest = kernel * 0
    rest[..., rows, columns] = kernel[..., rows, columns]
    return rest


def _without(p: int, q: int) -> Change:
    def change(kernel: Array) -> Array:
        rest = kernel.copy()
        rest[..., p, q] = 0
        return rest

    return change


def _paddings(correlate: Correlation) -> dict[str, Formula]:
    """Which elements stand beyond the edges; each with the kernel flipped, too."""
    others = {
        "valid": replace(correlate, padding="valid"),
        "full": replace(correlate, padding="full"),
        **{f"same-{mode}": replace(correlate, padding="same", mode=mode) for mode in MODES},
    }
    found: dict[str, Formula] = {}
    for key, other in others.items():
        if _forms(other) != _forms(correlate) and not _like_replicate(other):
            found[key] = other
            found[f"{key}-flipped"] = _with_kernel(other, lambda k: k[..., ::-1, ::-1])
    strides = {"stride-2": 2} if correlate.stride == 1 else {"stride-1": 1}
    found |= {key: replace(correlate, stride=stride) for key, stride in strides.items()}
    if correlate.dilation > 1:
        found["dilation-1"] = replace(correlate, dilation=1)
    return found


def _like_replicate(correlate: Correlation) -> bool:
    """One line beyond the edge is the edge itself, in symmetric as in replicate."""
    return correlate.mode == "symmetric" and correlate.dilation == 1


def _forms(correlate: Correlation) -> tuple[str, str]:
    return correlate.padding, correlate.mode if correlate.padding == "same" else ""


def _places(correlate: Correlation) -> dict[str, Formula]:
    """Where the results are put."""
    same = replace(correlate, padding="same", mode="zeros", stride=1)
    full = replace(same, padding="full")
    circular = replace(same, mode="circular")
    valid = replace(same, padding="valid")
    found = {
        "transposed": _after(correlate, lambda c: c.swapaxes(-1, -2)),
        "turned": _after(correlate, lambda c: c[..., ::-1, ::-1]),
        "row-short": _after(correlate, lambda c: c[..., :-1, :]),
        "column-short": _after(correlate, lambda c: c[..., :-1]),
        "both-short": _after(correlate, lambda c: c[..., :-1, :-1]),
        "first-row-only": _after(correlate, lambda c: _kept(c, slice(1), slice(None))),
        "first-element-only": _after(correlate, lambda c: _kept(c, slice(1), slice(1))),
        "last-row-zero": _after(correlate, lambda c: _kept(c, slice(-1), slice(None))),
        "last-column-zero": _after(correlate, lambda c: _kept(c, slice(None), slice(-1))),
        "last-both-zero": _after(correlate, lambda c: _kept(c, slice(-1), slice(-1))),
        "framed-with-zeros": lambda x, k: _inside(x, valid(x, k), _margin(x, valid(x, k))),
        "zeros-left-over": lambda x, k: _inside(x, valid(x, k), 0),
        "cropped-at-start": _after(same, lambda c: c[..., :-2, :-2]),
        "cropped-at-end": _after(same, lambda c: c[..., 2:, 2:]),
        "full-cropped-at-start": _after(full, lambda c: c[..., :-2, :-2]),
        "full-cropped-at-end": _after(full, lambda c: c[..., 2:, 2:]),
        "wrapped-around": _after(circular, lambda c: c[..., :-2, :-2]),
        "fourier-unpadded": lambda x, k: _rolled(circular(x, k[..., ::-1, ::-1]), 1),
        "fourier-unpadded-unflipped": lambda x, k: _rolled(circular(x, k), -1),
        "not-moving": _after(correlate, lambda c: c * 0 + c[..., :1, :1]),
        "not-moving-down": _after(correlate, lambda c: c * 0 + c[..., :1, :]),
        "not-moving-right": _after(correlate, lambda c: c * 0 + c[..., :1]),
        **_positions(correlate),
        "shared-rows-sum": _after(correlate, lambda c: c * 0 + c.sum(axis=-2, keepdims=True)),
        "shared-rows-last": _after(correlate, lambda c: c * 0 + c[..., -1:, :]),
    }
    if correlate.padding == "valid" and correlate.stride == correlate.dilation == 1:
        return found
    return {key: formula for key, formula in found.items() if key in ANYHOW}


ANYHOW = {
    *("transposed", "turned", "row-short", "column-short", "both-short", "last-row-zero"),
    *("last-column-zero", "last-both-zero", "shared-rows-sum", "shared-rows-last"),
    *("first-row-only", "first-element-only"),
    *("not-moving", "not-moving-down", "not-moving-right"),
}
"""What can be told from the right result whatever the padding, stride and dilation."""


def _positions(correlate: Correlation) -> dict[str, Formula]:
    """Writes x[i+u][j+v] with another pair than p and q; the two exchanged have their own words."""
    pairs = (("p", "p"), ("q", "q"), ("p", "0"), ("q", "0"), ("0", "p"), ("0", "q"), ("0", "0"))
    return {f"position-{u}-{v}": _with_kernel(correlate, _moved(u, v)) for u, v in pairs}


def _moved(u: str, v: str) -> Change:
    """Gathers the weights on the places that they are multiplied with."""

    def change(kernel: Array) -> Array:
        moved = kernel * 0
        for p in range(kernel.shape[-2]):
            for q in range(kernel.shape[-1]):
                place = {"p": p, "q": q, "0": 0}
                moved[..., place[u], place[v]] += kernel[..., p, q]
        return moved

    return change


def _kept(result: Array, rows: slice, columns: slice) -> Array:
    """Keeps a part, and zeros elsewhere."""
    rest = result * 0
    rest[..., rows, columns] = result[..., rows, columns]
    return rest


def _margin(image: Array, result: Array) -> int:
    return int(image.shape[-1] - result.shape[-1]) // 2


def _inside(image: Array, result: Array, start: int) -> Array:
    """Puts a smaller result into zeros of the image's size."""
    import numpy as np

    room = np.zeros((*result.shape[:-2], *image.shape[-2:]), dtype=result.dtype)
    rows, columns = result.shape[-2:]
    room[..., start : start + rows, start : start + columns] = result
    return room


def _rolled(result: Array, by: int) -> Array:
    import numpy as np

    return np.roll(result, (by, by), axis=(-2, -1))


def _values(correlate: Correlation) -> dict[str, Formula]:
    """What is done to the sums."""
    return {
        "divided-by-9": _after(correlate, lambda c: c / 9),
        "normalised": lambda x, k: correlate(x, k) / (k.sum() or 1),
        "clipped": _after(correlate, lambda c: c.clip(0, LARGEST_GREY)),
        "clipped-to-1": _after(correlate, lambda c: c.clip(0, 1)),
        "relu": _after(correlate, lambda c: c.clip(0)),
        "positives-zero": _after(correlate, lambda c: c.clip(None, 0)),
        "stretched": _after(correlate, _stretched),
        "stretched-to-1": _after(correlate, lambda c: _stretched(c) / LARGEST_GREY),
        "negative": _after(correlate, lambda c: -c),
        "squared": _after(correlate, lambda c: c**2),
        "starts-at-1": _after(correlate, lambda c: c + 1),
        "sum-not-reset-in-columns": _after(correlate, lambda c: c.cumsum(axis=-2)),
        "absolute": _after(correlate, abs),
        "uint8": _after(correlate, _as_bytes),
        "sum-not-reset-in-row": _after(correlate, lambda c: c.cumsum(axis=-1)),
        "sum-never-reset": _after(correlate, lambda c: c.cumsum().reshape(c.shape)),
        "added-instead": lambda x, k: correlate(x, k * 0 + 1) + k.sum(),
        "returns-image": lambda x, _k: x,
        "zeros": _after(correlate, lambda c: c * 0),
    }


def _as_bytes(result: Array) -> Array:
    """Wraps as casting to uint8 does."""
    import numpy as np

    whole = result if result.dtype.kind == "i" else np.trunc(result)
    return whole % (LARGEST_GREY + 1)


def _stretched(result: Array) -> Array:
    """Makes the smallest 0 and the largest 255."""
    least, most = result.min(), result.max()
    spread: Array = (result - least) * (LARGEST_GREY / ((most - least) or 1))
    return spread


def _truncated(result: Array) -> Array:
    import numpy as np

    return np.trunc(result)


def _floored(result: Array) -> Array:
    import numpy as np

    return np.floor(result)


def _rounding(digits: int) -> Change:
    return lambda result: result.round(digits)


def _state_left(correlate: Correlation) -> Compute:
    def compute(inputs: Inputs, earlier: Sequence[Inputs]) -> Array | None:
        same = [one for one in earlier if one[0].shape == inputs[0].shape]
        return sum((correlate(*one) for one in same), correlate(*inputs)) if same else None

    return compute


def _stale_result(correlate: Correlation) -> Compute:
    def compute(inputs: Inputs, earlier: Sequence[Inputs]) -> Array | None:
        same = [one for one in earlier if one[0].shape == inputs[0].shape]
        return correlate(*same[0]) if same else None

    return compute
