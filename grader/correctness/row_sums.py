"""A weighted sum of each row of an answer, which tells it from others without telling its numbers.

A kit for students knows a large right answer, and the answers of mistakes, in this form only: it is
small, and nothing can be computed from it but whether a result is the same. The weights are whole
numbers from 1 to 65536 that depend on the length of the rows alone.
"""

import random
from functools import lru_cache

from grader.correctness.values import EXACT
from grader.model.reference import Array, RowSums

WEIGHTS = 2**16
LARGEST = 2.0**32
"""Whole numbers up to here, times the weights, have exact sums of so many columns as there are."""
ROUNDING = 2.0**-48  # relative; what the order of adding up a row may change


def row_sums(answer: Array) -> RowSums | None:
    """Sums up the rows; None for what no result of a program can equal."""
    import numpy as np

    answer = np.asarray(answer)
    plain = answer.astype(np.int64 if answer.dtype.kind in "iub" else np.float64)
    if not answer.size or not np.isfinite(plain).all():
        return None
    sums = _rows(plain) @ _weights(_columns(plain))
    return RowSums(shape=answer.shape, sums=sums, most=float(np.abs(plain).max()), right=False)


def equal_sums(result: Array, model: RowSums, bound: Array, *, exactly: bool) -> bool:
    """Whether a result has these sums: exactly where they are of whole numbers, if need be.

    `bound` says how far each element may be away.
    """
    import numpy as np

    if result.shape != model.shape:
        return False
    if exactly and model.sums.dtype.kind == "i":
        return not wrong_sums(result, model.sums).size
    weights = _weights(_columns(result)).astype(np.float64)
    allowed = _rows(np.broadcast_to(bound, result.shape)) @ weights
    slack = ROUNDING * model.most * weights.sum()
    with np.errstate(over="ignore", invalid="ignore"):
        away = np.abs(_rows(result.astype(np.float64)) @ weights - model.sums)
    return bool((away <= allowed + slack).all())


def wrong_sums(result: Array, sums: Array) -> Array:
    """Names the rows of a result that are not whole, too large, or have another sum."""
    import numpy as np

    rows = _rows(result)
    if rows.dtype.kind == "f":
        exact = (np.abs(rows) <= LARGEST) & (rows == np.rint(rows))
    else:
        exact = np.abs(rows.astype(np.float64)) < EXACT
    doubtful = ~exact.all(axis=1)
    counted = np.where(exact, rows, 0).astype(np.int64)
    wrong: Array = np.flatnonzero(doubtful | (counted @ _weights(_columns(result)) != sums))
    return wrong


def _rows(array: Array) -> Array:
    return array.reshape(array.shape[0], -1)


def _columns(array: Array) -> int:
    return int(array.size // array.shape[0]) if array.shape[0] else 0


@lru_cache(maxsize=64)
def _weights(count: int) -> Array:
    import numpy as np

    rng = random.Random(count)  # noqa: S311  no secret: the same in every kit
    return np.array([1 + rng.getrandbits(64) % WEIGHTS for _ in range(count)], dtype=np.int64)
