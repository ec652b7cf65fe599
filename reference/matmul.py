"""What "right" means for the product of two square matrices, and what going wrong looks like.

`inputs`, `expected` and `scale` are the reference; `LOOKALIKES` are executable models of mistakes
that learners make (parts/matmul_mistakes.py), each with the words for it from matmul.toml.
"""

import random
from pathlib import Path

from grader.model.course import Case, CaseKind
from grader.model.reference import Array, Inputs

from .parts.matmul_in_c import in_c
from .parts.matmul_mistakes import mistakes
from .parts.numbers import distinct_integers, floats, random_bytes, small_integers
from .parts.words import with_words

EXACT = 2**53
"""Up to here float64 holds every whole number."""

LARGEST = 2.0**28
"""No element of a large product comes near it, and the sum of a row of such stays exact."""

ASKS = {"ja": "n×n の行列 2 つの積", "en": "the product of two n×n matrices"}

EXAMPLES = (
    ([[1, 2], [3, 4]], [[5, 6], [7, 8]]),
    ([[2, 0], [1, 3]], [[4, 1], [5, 9]]),
    ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[9, 1, 2], [3, 4, 5], [6, 7, 8]]),
    ([[0.5, 1.5], [2.5, -3.5]], [[1.5, 2.5], [0.5, 4.5]]),
)
"""Inputs to show a wrong result with; the first is the handout's, the second of its size."""

ADVICE = "floats of two equal sizes, one after the other, show the most"

VECTORS = 5
"""Random vectors that a large product is checked with; each leaves 1/256 of the chance to miss."""

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

    The vectors r are of whole numbers from 0 to 255. A row that differs from that of A·B has the
    same element in C·r for one value at most of a number of r, whatever the others are. So it stays
    unnoticed with a probability of 1/256 at most, a wrong result with less than 256**-VECTORS
    (Freivalds, Probabilistic machines can use less running time, IFIP 1977, with ±1 and 1/2).
    All is exact: elements are small whole numbers, and rows with large ones are named unseen.
    """
    import numpy as np

    a, b = (matrix.astype(np.float64) for matrix in inputs)
    vectors = random_bytes(VECTORS * b.shape[1], rng).reshape(-1, VECTORS).astype(np.float64)
    c = result.astype(np.float64)
    seen = result if result.dtype.kind == "f" else c  # floats of 32 bits are quicker to look at
    doubtful = ((np.abs(seen) > LARGEST) | (seen != np.rint(seen))).any(axis=1)
    c[doubtful] = 0
    wrong: Array = np.flatnonzero(doubtful | (c @ vectors != a @ (b @ vectors)).any(axis=1))
    return wrong


MISTAKES = mistakes(expected)
LOOKALIKES = with_words(MISTAKES, Path(__file__))
LOOKALIKES_IN_C = in_c(MISTAKES)
