"""What "right" means for the product of two square matrices, and what going wrong looks like.

`inputs`, `expected` and `scale` are the reference; `LOOKALIKES` are executable models of mistakes
that learners make, each with the words for it from matmul.toml beside this file.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.model.course import Case, CaseKind
from grader.model.reference import Array, Inputs

from .parts.matmul_in_c import in_c
from .parts.numbers import distinct_integers, floats, random_bytes, small_integers
from .parts.rounding import NARROW, narrowed
from .parts.words import Compute, Formula, anywhere, in_floats, with_words

EXACT = 2**53
"""Up to here float64 holds every whole number."""

LARGEST = 2.0**32
"""No element of a large product comes near it, and the sum of a row of such stays exact."""

ASKS = {"ja": "n×n の行列 2 つの積", "en": "the product of two n×n matrices"}

ADVICE = "floats of two equal sizes, one after the other, show the most"

VECTORS = 40
"""Random vectors that a large product is checked with; each halves the chance of missing errors."""

HAS_ZERO, HAS_REPEATS = 5, 7
"""From these sizes on the integer matrices hold a zero each, and repeated rows and values."""


def inputs(case: Case, rng: random.Random) -> Inputs:
    """Makes A and B, both size x size, int64 or float64.

    Integers are not ±1, small enough for exact products, and distinct, but for a zero in each
    matrix from size 5 on, where a loop that breaks off early shows, and from size 7 on two equal
    rows and two equal terms, where searching by value and sets show. Floats have mixed signs and
    magnitudes from 2**-4 to 2**4 and no exact float32. Large ones are whole numbers of magnitude 2
    to 5, whose sums every float type but the half ones holds.
    """
    import numpy as np

    count = 2 * case.size**2
    if case.kind is CaseKind.INTEGERS:
        flat = np.array(distinct_integers(count, rng), dtype=np.int64)
        if case.size >= HAS_ZERO:
            flat[1], flat[case.size**2 + case.size] = 0, 0
    else:
        flat = (small_integers if case.kind is CaseKind.LARGE else floats)(count, rng)
    a, b = flat.reshape(2, case.size, case.size)
    if case.kind is CaseKind.INTEGERS and case.size >= HAS_REPEATS:
        a[3, 4], b[4, 1] = a[3, 2], b[2, 1]
        a[6] = a[2]
    return a, b


def expected(a: Array, b: Array) -> Array:
    """Multiplies; exact for int64."""
    import numpy as np

    if a.dtype.kind == "f" or _largest_sum(a, b) > EXACT:
        return a @ b
    # The same whole numbers, by a library that is many times faster with floats.
    product: Array = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64)
    return product


def _largest_sum(a: Array, b: Array) -> int:
    terms: int = a.shape[-1]
    return int(abs(a).max()) * int(abs(b).max()) * terms


def scale(a: Array, b: Array) -> Array:
    """Multiplies the absolute values: |A|·|B|.

    Any order of summation keeps |C - C^| <= gamma_n·|A|·|B| with gamma_n = n·u / (1 - n·u) (Higham,
    Accuracy and Stability of Numerical Algorithms, 2nd ed., sec. 3.5, eq. 3.13).
    """
    import numpy as np

    magnitude: Array = np.abs(a).astype(np.float64) @ np.abs(b).astype(np.float64)
    return magnitude


def shape(a: Array, b: Array) -> tuple[int, int]:
    """Gives the product's shape."""
    return a.shape[0], b.shape[1]


def wrong_rows(inputs: Inputs, result: Array, rng: random.Random) -> Array:
    """Names the rows of C that are wrong, or not whole, by Freivalds' check: C·r against A·(B·r).

    The vectors r are of ±1. A row that differs from that of A·B differs in C·r too with a
    probability of at least 1/2, whatever the difference, so a wrong result stays unnoticed with
    less than 2**-VECTORS (Freivalds, Probabilistic machines can use less running time, IFIP 1977).
    All is exact: elements are small whole numbers, and rows with large ones are named unseen.
    """
    import numpy as np

    a, b = (matrix.astype(np.float64) for matrix in inputs)
    bits = random_bytes(VECTORS * b.shape[1], rng).reshape(-1, VECTORS)
    vectors = 1.0 - 2.0 * (bits & 1)
    c = result.astype(np.float64)
    doubtful = ((np.abs(c) > LARGEST) | (c != np.rint(c))).any(axis=1)
    c[doubtful] = 0
    wrong: Array = np.flatnonzero(doubtful | (c @ vectors != a @ (b @ vectors)).any(axis=1))
    return wrong


# Lookalikes: (a, b) -> what a program with the mistake returns.


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
    "elementwise": anywhere(lambda a, b: a * b),
    "elementwise-n-times": anywhere(lambda a, b: a * b * len(a)),
    "transposed": anywhere(lambda a, b: (a @ b).T),
    "a-transposed": anywhere(lambda a, b: a.T @ b),
    "b-transposed": anywhere(lambda a, b: a @ b.T),
    "both-transposed": anywhere(lambda a, b: a.T @ b.T),
    "swapped": anywhere(lambda a, b: b @ a),
    "swapped-a-transposed": anywhere(lambda a, b: b @ a.T),
    "swapped-b-transposed": anywhere(lambda a, b: b.T @ a),
    "a-squared": anywhere(lambda a, _b: a @ a),
    "b-squared": anywhere(lambda _a, b: b @ b),
    "diagonal-only": anywhere(_diagonal_only),
    # where the result is kept
    "shared-rows-sum": anywhere(_shared_rows_sum),
    "shared-rows-last": anywhere(_shared_rows_last),
    "row-not-reset": anywhere(lambda a, b: (a @ b).cumsum(axis=0)),
    "sum-not-reset-in-row": anywhere(lambda a, b: (a @ b).cumsum(axis=1)),
    "sum-never-reset": anywhere(_never_reset),
    "overwritten-input": anywhere(_overwritten_input),
    "state-left": _state_left,
    "stale-result": _stale_result,
    # how far the loops go
    "i-short": anywhere(_short("i", part=SHORT)),
    "j-short": anywhere(_short("j", part=SHORT)),
    "k-short": anywhere(_short("k", part=SHORT)),
    "all-short": anywhere(_short("i", "j", "k", part=SHORT)),
    "i-late": anywhere(_short("i", part=LATE)),
    "j-late": anywhere(_short("j", part=LATE)),
    "k-late": anywhere(_short("k", part=LATE)),
    "all-late": anywhere(_short("i", "j", "k", part=LATE)),
    "last-term": anywhere(_short("k", part=LAST)),
    "first-term": anywhere(_short("k", part=FIRST)),
    # another formula
    "inputs-added": anywhere(lambda a, b: a + b),
    "terms-added": anywhere(_terms_added),
    "divided-by-n": anywhere(lambda a, b: (a @ b) / len(a)),
    "returns-a": anywhere(lambda a, _b: a),
    "returns-b": anywhere(lambda _a, b: b),
    "zeros": anywhere(lambda a, _b: a * 0),
    # numbers cut off
    "truncated-result": in_floats(lambda a, b: _truncated(a @ b)),
    "truncated-steps": in_floats(_truncated_steps),
    "truncated-terms": in_floats(_truncated_terms),
    "truncated-inputs": in_floats(lambda a, b: _truncated(a) @ _truncated(b)),
    # right, with too few digits
    **{f"rounded-{digits}": in_floats(_rounded(digits)) for digits in range(7)},
    **{kind: anywhere(narrowed(expected, kind)) for kind in NARROW},
}

LOOKALIKES = with_words(COMPUTE, Path(__file__))
LOOKALIKES_IN_C = in_c(COMPUTE)
