"""What "right" means for the product of two square matrices, and what going wrong looks like.

`inputs`, `expected` and `bound` are the reference; `LOOKALIKES` are executable models of mistakes
that learners make, each with the words for it from matmul.toml beside this file.
"""

import random
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.model.course import Case, CaseKind
from grader.model.reference import Array, Inputs, Lookalike

K = 2.0**14
"""How many units of rounding a float answer may be away, in `bound`."""

HAS_ZERO, HAS_REPEATS = 5, 7
"""From these sizes on the integer matrices hold a zero each, and repeated rows and values."""


def inputs(case: Case, rng: random.Random) -> Inputs:
    """Makes A and B, both size x size, int64 or float64.

    Integers are not ±1, small enough for exact products, and distinct, but for a zero in each
    matrix from size 5 on, where a loop that breaks off early shows, and from size 7 on two equal
    rows and two equal terms, where searching by value and sets show. Floats have mixed signs and
    magnitudes from 2**-4 to 2**4 and no exact float32. Only `getrandbits` is used, whose stream
    Python keeps from version to version.
    """
    import numpy as np

    count = 2 * case.size**2
    if case.kind is CaseKind.INTEGERS:
        flat = np.array(_distinct_integers(count, rng), dtype=np.int64)
        if case.size >= HAS_ZERO:
            flat[1], flat[case.size**2 + case.size] = 0, 0
    else:
        flat = _floats(count, rng)
    a, b = flat.reshape(2, case.size, case.size)
    if case.kind is CaseKind.INTEGERS and case.size >= HAS_REPEATS:
        a[3, 4], b[4, 1] = a[3, 2], b[2, 1]
        a[6] = a[2]
    return a, b


def _distinct_integers(count: int, rng: random.Random) -> list[int]:
    largest = max(20, count)
    chosen: dict[int, None] = {}
    while len(chosen) < count:
        magnitude = 2 + rng.getrandbits(32) % (largest - 1)
        chosen[-magnitude if rng.getrandbits(1) else magnitude] = None
    return list(chosen)


def _floats(count: int, rng: random.Random) -> Array:
    """Takes 64 random bits for each: 51 of the fraction, a sign, three of the exponent."""
    import numpy as np

    bits = np.frombuffer(rng.getrandbits(64 * count).to_bytes(8 * count, "little"), dtype="<u8")
    odd = (bits & (2**51 - 1)) * 2 + 1  # the last bit of the fraction is set: no float32
    sign = np.where(bits >> 51 & 1, -1.0, 1.0)
    return sign * np.ldexp(1 + odd / 2**52, (bits >> 52 & 7).astype(int) - 4)


def expected(a: Array, b: Array) -> Array:
    """Multiplies; exact for int64."""
    return a @ b


def bound(a: Array, b: Array) -> Array:
    """Says how far each element of a float answer may be from the right one: K·eps·(|A|·|B|).

    Any order of summation keeps |C - C^| <= gamma_n·|A|·|B| with gamma_n = n·u / (1 - n·u) (Higham,
    Accuracy and Stability of Numerical Algorithms, 2nd ed., sec. 3.5, eq. 3.13), u = eps/2, so
    K = n would do for those. The rest of K leaves room for methods that are stable only in norm
    (Strassen's, ibid. sec. 23.2.2) and stays four digits below the u = 2**-24 of float32.
    """
    import numpy as np

    magnitude: Array = np.abs(a).astype(np.float64) @ np.abs(b).astype(np.float64)
    return K * np.finfo(np.float64).eps * magnitude


# Lookalikes: (a, b) -> what a program with the mistake returns.

Formula = Callable[[Array, Array], Array]
Compute = Callable[[Inputs, Sequence[Inputs]], Array | None]


def _shared_rows_sum(a: Array, b: Array) -> Array:
    return _all_rows((a @ b).sum(axis=0))


def _shared_rows_last(a: Array, b: Array) -> Array:
    return _all_rows((a @ b)[-1])


def _all_rows(row: Array) -> Array:
    import numpy as np

    return np.tile(row, (len(row), 1))


def _never_reset(a: Array, b: Array) -> Array:
    return (a @ b).cumsum().reshape(a.shape)


def _within(a: Array, b: Array, rows: slice, columns: slice, terms: slice) -> Array:
    """Multiplies within these ranges only; the result starts as zeros."""
    import numpy as np

    c = np.zeros_like(a)
    c[rows, columns] = a[rows, terms] @ b[terms, columns]
    return c


def _short(*axes: str, part: slice) -> Formula:
    """Runs the named index ("i", "j", "k") over part of its range."""
    i, j, k = (part if axis in axes else slice(None) for axis in "ijk")
    return lambda a, b: _within(a, b, i, j, k)


def _terms_added(a: Array, b: Array) -> Array:
    return a.sum(axis=1)[:, None] + b.sum(axis=0)[None, :]


def _diagonal_only(a: Array, b: Array) -> Array:
    import numpy as np

    return np.diag(np.diag(a @ b))


def _overwritten_input(a: Array, b: Array) -> Array:
    c = a.copy()
    for column in range(len(a)):
        c[:, column] = c @ b[:, column]
    return c


def _truncated(matrix: Array) -> Array:
    import numpy as np

    return np.trunc(matrix)


def _truncated_steps(a: Array, b: Array) -> Array:
    c = a * 0
    for k in range(len(a)):
        c = _truncated(c + a[:, k : k + 1] * b[k : k + 1, :])
    return c


def _truncated_terms(a: Array, b: Array) -> Array:
    return _truncated(a[:, :, None] * b[None, :, :]).sum(axis=1)


def _rounded(digits: int) -> Formula:
    return lambda a, b: (a @ b).round(digits)


def _in_type(name: str) -> Formula:
    def compute(a: Array, b: Array) -> Array:
        import numpy as np

        with np.errstate(over="ignore", invalid="ignore"):
            return (a.astype(name) @ b.astype(name)).astype(np.float64)

    return compute


def _anywhere(formula: Formula) -> Compute:
    return lambda inputs, _earlier: formula(*inputs)


def _in_floats(formula: Formula) -> Compute:
    """Shows only when there is something behind the decimal point."""
    return lambda inputs, _earlier: formula(*inputs) if inputs[0].dtype.kind == "f" else None


def _state_left(inputs: Inputs, earlier: Sequence[Inputs]) -> Array | None:
    same = _same_size(inputs, earlier)
    return sum((a @ b for a, b in same), inputs[0] @ inputs[1]) if same else None


def _stale_result(inputs: Inputs, earlier: Sequence[Inputs]) -> Array | None:
    same = _same_size(inputs, earlier)
    return same[0][0] @ same[0][1] if same else None


def _same_size(inputs: Inputs, earlier: Sequence[Inputs]) -> list[Inputs]:
    return [pair for pair in earlier if pair[0].shape == inputs[0].shape]


FIRST, LAST, SHORT, LATE = slice(1), slice(-1, None), slice(-1), slice(1, None)

COMPUTE: Mapping[str, Compute] = {
    # which element meets which
    "elementwise": _anywhere(lambda a, b: a * b),
    "elementwise-n-times": _anywhere(lambda a, b: a * b * len(a)),
    "transposed": _anywhere(lambda a, b: (a @ b).T),
    "a-transposed": _anywhere(lambda a, b: a.T @ b),
    "b-transposed": _anywhere(lambda a, b: a @ b.T),
    "both-transposed": _anywhere(lambda a, b: a.T @ b.T),
    "swapped": _anywhere(lambda a, b: b @ a),
    "swapped-a-transposed": _anywhere(lambda a, b: b @ a.T),
    "swapped-b-transposed": _anywhere(lambda a, b: b.T @ a),
    "a-squared": _anywhere(lambda a, _b: a @ a),
    "b-squared": _anywhere(lambda _a, b: b @ b),
    "diagonal-only": _anywhere(_diagonal_only),
    # where the result is kept
    "shared-rows-sum": _anywhere(_shared_rows_sum),
    "shared-rows-last": _anywhere(_shared_rows_last),
    "row-not-reset": _anywhere(lambda a, b: (a @ b).cumsum(axis=0)),
    "sum-not-reset-in-row": _anywhere(lambda a, b: (a @ b).cumsum(axis=1)),
    "sum-never-reset": _anywhere(_never_reset),
    "overwritten-input": _anywhere(_overwritten_input),
    "state-left": _state_left,
    "stale-result": _stale_result,
    # how far the loops go
    "i-short": _anywhere(_short("i", part=SHORT)),
    "j-short": _anywhere(_short("j", part=SHORT)),
    "k-short": _anywhere(_short("k", part=SHORT)),
    "all-short": _anywhere(_short("i", "j", "k", part=SHORT)),
    "i-late": _anywhere(_short("i", part=LATE)),
    "j-late": _anywhere(_short("j", part=LATE)),
    "k-late": _anywhere(_short("k", part=LATE)),
    "all-late": _anywhere(_short("i", "j", "k", part=LATE)),
    "last-term": _anywhere(_short("k", part=LAST)),
    "first-term": _anywhere(_short("k", part=FIRST)),
    # another formula
    "inputs-added": _anywhere(lambda a, b: a + b),
    "terms-added": _anywhere(_terms_added),
    "divided-by-n": _anywhere(lambda a, b: (a @ b) / len(a)),
    "returns-a": _anywhere(lambda a, _b: a),
    "returns-b": _anywhere(lambda _a, b: b),
    "zeros": _anywhere(lambda a, _b: a * 0),
    # numbers cut off
    "truncated-result": _in_floats(lambda a, b: _truncated(a @ b)),
    "truncated-steps": _in_floats(_truncated_steps),
    "truncated-terms": _in_floats(_truncated_terms),
    "truncated-inputs": _in_floats(lambda a, b: _truncated(a) @ _truncated(b)),
    # right, with too few digits
    **{f"rounded-{digits}": _in_floats(_rounded(digits)) for digits in range(7)},
    "float32": _anywhere(_in_type("float32")),
    "float16": _anywhere(_in_type("float16")),
}
PRECISION = {"float32", "float16", *(f"rounded-{digits}" for digits in range(7))}


def _lookalikes() -> dict[str, Lookalike]:
    words = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        key: Lookalike(
            compute=compute,
            name=_texts(words, key, "name"),
            lesson=_texts(words, key, "lesson"),
            precision=key in PRECISION,
        )
        for key, compute in COMPUTE.items()
    }


def _texts(words: Mapping[str, Any], key: str, part: str) -> dict[str, str]:
    """Reads both languages; the words of "rounded" serve for any number of digits."""
    stem, _, digits = key.partition("-") if key not in words else (key, "", "")
    texts: Mapping[str, str] = words[stem][part]
    return {lang: text.replace("{digits}", digits) for lang, text in texts.items()}


LOOKALIKES = _lookalikes()
