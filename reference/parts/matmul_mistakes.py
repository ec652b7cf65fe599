"""What learners' matrix products return: (a, b) -> result.

One more is one line here and its words in matmul.toml: [key] with name and lesson. A key such as
"indices-ki-jk" takes the words of [indices], with what stands behind it filled in.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product

from grader.model.reference import Array, Inputs

from .families import families
from .rounding import NARROW, narrowed
from .words import Compute, Family, Formula, anywhere, in_floats

FIRST, LAST, SHORT, LATE = slice(1), slice(-1, None), slice(-1), slice(1, None)
ALL = slice(None)


def mistakes(expected: Formula) -> dict[str, Compute | Family]:
    """Lists every known one; the general ones last."""
    formulas = {**_factors(), **_indices(), **_kept(), **_ranges(), **_formulas()}
    floats: dict[str, Formula] = {
        **_cut("truncated", "trunc"),
        **{key: formula for key, formula in _cut("floored", "floor").items() if "step" not in key},
        **{f"rounded-{digits}": _rounded(digits) for digits in range(7)},
    }
    return {
        **{key: anywhere(formula) for key, formula in formulas.items()},
        "state-left": _state_left,
        "stale-result": _stale_result,
        **{key: in_floats(formula) for key, formula in floats.items()},
        **{kind: anywhere(narrowed(expected, kind)) for kind in NARROW},
        "inputs-subtracted": _far_off(lambda a, b: a - b),
        "elements-of-a-squared": _far_off(lambda a, _b: a**2),
        **families(expected),
    }


def _far_off(formula: Formula) -> Family:
    """Makes a mistake so far from a product that no function is taken for one by it."""
    return Family(compute=anywhere(formula), fit=lambda inputs, _result: formula(*inputs))


def _factors() -> dict[str, Formula]:
    """Which element meets which."""
    return {
        "elementwise": lambda a, b: a * b,
        "elementwise-n-times": lambda a, b: a * b * len(a),
        "transposed": lambda a, b: (a @ b).T,
        "a-transposed": lambda a, b: a.T @ b,
        "b-transposed": lambda a, b: a @ b.T,
        "both-transposed": lambda a, b: a.T @ b.T,
        "swapped": lambda a, b: b @ a,
        "swapped-a-transposed": lambda a, b: b @ a.T,
        "swapped-b-transposed": lambda a, b: b.T @ a,
        "a-squared": lambda a, _b: a @ a,
        "b-squared": lambda _a, b: b @ b,
        "outer": lambda a, b: a.reshape(-1, 1) * b.reshape(1, -1),
    }


NAMED = {
    *("ik-kj", "ij-ij", "jk-ki", "ki-kj", "ik-jk", "ki-jk"),  # right, or with words of its own
    *("kj-ik", "jk-ik", "kj-ki"),
}


def _indices() -> dict[str, Formula]:
    """Every other pair of indices that the term may be written with, in two loops or in three."""
    threes = ["".join(pair) for pair in product("ijk", repeat=2)]
    twos = ["".join(pair) for pair in product("ij", repeat=2)]
    in_three = {f"{x}-{y}": partial(_summed, x, y) for x in threes for y in threes}
    in_two = {f"{x}-{y}": partial(_termwise, x, y) for x in twos for y in twos}
    return {
        **{f"indices-{pair}": sums for pair, sums in in_three.items() if pair not in NAMED},
        **{f"no-sum-{pair}": term for pair, term in in_two.items() if pair not in NAMED},
    }


def _termwise(x: str, y: str, a: Array, b: Array) -> Array:
    """Multiplies a[x]·b[y] for every i and j, without a sum."""
    import numpy as np

    return np.einsum(f"{x},{y},ij->ij", a, b, a * 0 + 1)


def _summed(x: str, y: str, a: Array, b: Array) -> Array:
    """Adds up a[x]·b[y] over k for every i and j."""
    import numpy as np

    both = np.einsum(f"{x},{y},ij->ij", a, b, a * 0 + 1)
    return both if "k" in x + y else both * len(a)


def _kept() -> dict[str, Formula]:
    """Where sums and results are kept, and when they are started anew."""
    return {
        "shared-rows-sum": lambda a, b: _repeated((a @ b).sum(axis=0), len(a)),
        "shared-rows-last": lambda a, b: _repeated((a @ b)[-1], len(a)),
        "row-not-reset": lambda a, b: (a @ b).cumsum(axis=0),
        "sum-not-reset-in-row": lambda a, b: (a @ b).cumsum(axis=1),
        "sum-never-reset": lambda a, b: (a @ b).cumsum().reshape(a.shape),
        "sum-never-reset-by-columns": lambda a, b: (a @ b).T.cumsum().reshape(a.shape).T,
        "partial-sums": lambda a, b: _partial_sums(a, b).sum(axis=1),
        "appended-partial-sums": _appended_partial_sums,
        "row-never-emptied": lambda a, b: _repeated((a @ b).ravel(), len(a)),
        "row-emptied-too-often": lambda a, b: (a @ b)[:, -1:],
        "rows-appended-too-often": lambda a, b: (a @ b).repeat(len(a), axis=0),
        "element-per-row": lambda a, b: (a @ b).reshape(-1, 1),
        "overwritten-input": _overwritten_input,
        "starts-at-1": lambda a, b: a @ b + 1,
        "starts-with-a": lambda a, b: a @ b + a,
        "starts-with-b": lambda a, b: a @ b + b,
        "result-made-anew": lambda a, b: _within(a, b, LAST, ALL, ALL),
        "result-made-anew-in-row": lambda a, b: _within(a, b, LAST, LAST, ALL),
    }


def _repeated(row: Array, rows: int) -> Array:
    import numpy as np

    return np.tile(row, (rows, 1))


def _partial_sums(a: Array, b: Array) -> Array:
    """Gives for every i, k, j the sum of the terms up to k."""
    return (a[:, :, None] * b[None, :, :]).cumsum(axis=1)


def _appended_partial_sums(a: Array, b: Array) -> Array:
    return _partial_sums(a, b).swapaxes(1, 2).reshape(len(a), -1)


def _overwritten_input(a: Array, b: Array) -> Array:
    c = a.copy()
    for column in range(len(a)):
        c[:, column] = c @ b[:, column]
    return c


def _ranges() -> dict[str, Formula]:
    """How far the loops go, and where they end."""
    import numpy as np

    rows: Mapping[str, Callable[[Array], Array]] = {
        "i,n": np.triu,
        "i+1,n": lambda a: np.triu(a, 1),
        "i": lambda a: np.tril(a, -1),
        "i+1": np.tril,
    }
    columns: Mapping[str, Callable[[Array], Array]] = {
        "j,n": np.tril,
        "j+1,n": lambda b: np.tril(b, -1),
        "j": lambda b: np.triu(b, 1),
        "j+1": np.triu,
    }
    return {
        **{f"{one}-short": _short(one, part=SHORT) for one in "ijk"},
        "all-short": _short("i", "j", "k", part=SHORT),
        **{f"{one}-late": _short(one, part=LATE) for one in "ijk"},
        "all-late": _short("i", "j", "k", part=LATE),
        "last-term": _short("k", part=LAST),
        "first-term": _short("k", part=FIRST),
        "first-row-only": _short("i", part=FIRST),
        "first-column-only": _short("j", part=FIRST),
        "first-element-only": _short("i", "j", part=FIRST),
        "first-term-only": _short("i", "j", "k", part=FIRST),
        "returned-first-row": lambda a, b: (a @ b)[:1],
        "returned-first-element": lambda a, b: (a @ b)[:1, :1],
        "returned-last-row": lambda a, b: (a @ b)[-1:],
        "diagonal-only": lambda a, b: np.diag(np.diag(a @ b)),
        "upper-mirrored": lambda a, b: np.triu(a @ b) + np.triu(a @ b, 1).T,
        "lower-mirrored": lambda a, b: np.tril(a @ b) + np.tril(a @ b, -1).T,
        "upper-only": lambda a, b: np.triu(a @ b),
        "lower-only": lambda a, b: np.tril(a @ b),
        **{f"k-range-{key}": _with(part, 0) for key, part in rows.items()},
        **{f"k-range-{key}": _with(part, 1) for key, part in columns.items()},
        **{f"size-{size}": _of_size(size) for size in SIZES},
        **{f"loops-to-{size}": _up_to(size, "ijk") for size in SIZES},
        **{f"terms-to-{size}": _up_to(size, "k") for size in SIZES},
        "rows-reversed": lambda a, b: (a @ b)[::-1],
        "columns-reversed": lambda a, b: (a @ b)[:, ::-1],
    }


def _with(part: Callable[[Array], Array], place: int) -> Formula:
    """Multiplies with a part of one factor, and zeros elsewhere."""
    return lambda a, b: part(a) @ b if place == 0 else a @ part(b)


SIZES = (2, 3, 4, 5)
"""Sizes that learners write down, from the matrices that they try it with."""


def _of_size(size: int) -> Formula:
    return lambda a, b: a[:size, :size] @ b[:size, :size] if len(a) > size else None


def _up_to(size: int, axes: str) -> Formula:
    within = _short(*axes, part=slice(size))
    return lambda a, b: within(a, b) if len(a) > size else None


def _short(*axes: str, part: slice) -> Formula:
    """Runs the named index ("i", "j", "k") over part of its range."""
    i, j, k = (part if axis in axes else ALL for axis in "ijk")
    return lambda a, b: _within(a, b, i, j, k)


def _within(a: Array, b: Array, rows: slice, columns: slice, terms: slice) -> Array:
    """Multiplies within these ranges only; the result starts as zeros."""
    import numpy as np

    c = np.zeros_like(a)
    c[rows, columns] = a[rows, terms] @ b[terms, columns]
    return c


def _formulas() -> dict[str, Formula]:
    """Another formula."""
    return {
        "inputs-added": lambda a, b: a + b,
        "terms-added": lambda a, b: a.sum(axis=1)[:, None] + b.sum(axis=0)[None, :],
        "sums-multiplied": lambda a, b: a.sum(axis=1)[:, None] * b.sum(axis=0)[None, :],
        "factors-multiplied": lambda a, b: (a[:, :, None] * 1.0 * b[None, :, :]).prod(axis=1),
        "negative": lambda a, b: -(a @ b),
        "negatives-zero": lambda a, b: (a @ b).clip(0),
        "positives-zero": lambda a, b: (a @ b).clip(None, 0),
        "divided-by-n": lambda a, b: (a @ b) / len(a),
        "absolute": lambda a, b: abs(a @ b) if (a @ b < 0).any() else None,
        "result-squared": lambda a, b: (a @ b) ** 2,
        "terms-squared": lambda a, b: a**2 @ b**2,
        "a-elements-squared": lambda a, b: a**2 @ b,
        "b-elements-squared": lambda a, b: a @ b**2,
        "returns-a": lambda a, _b: a,
        "returns-b": lambda _a, b: b,
        "zeros": lambda a, _b: a * 0,
    }


def _cut(name: str, how: str) -> dict[str, Formula]:
    """Cuts what stands behind the point off, in one of four places."""
    import numpy as np

    whole: Callable[[Array], Array] = getattr(np, how)
    return {
        f"{name}-result": lambda a, b: whole(a @ b),
        f"{name}-steps": lambda a, b: _added(whole, _terms(a, b)),
        f"{name}-terms": lambda a, b: whole(a[:, :, None] * b[None, :, :]).sum(axis=1),
        f"{name}-inputs": lambda a, b: whole(a) @ whole(b),
    }


def _terms(a: Array, b: Array) -> Iterable[Array]:
    return (a[:, k : k + 1] * b[k : k + 1, :] for k in range(len(a)))


def _added(whole: Callable[[Array], Array], terms: Iterable[Array]) -> Array:
    c: Array = 0
    for term in terms:
        c = whole(c + term)
    return c


def _rounded(digits: int) -> Formula:
    return lambda a, b: (a @ b).round(digits)


def _state_left(inputs: Inputs, earlier: Sequence[Inputs]) -> Array | None:
    same = _same_size(inputs, earlier)
    return sum((a @ b for a, b in same), inputs[0] @ inputs[1]) if same else None


def _stale_result(inputs: Inputs, earlier: Sequence[Inputs]) -> Array | None:
    same = _same_size(inputs, earlier)
    return same[0][0] @ same[0][1] if same else None


def _same_size(inputs: Inputs, earlier: Sequence[Inputs]) -> list[Inputs]:
    return [pair for pair in earlier if pair[0].shape == inputs[0].shape]
