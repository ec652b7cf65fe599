"""The check of large products with random vectors: it names wrong rows, and never a right one."""

import random
from typing import Any

import numpy as np
import pytest

from grader.model.course import Case, CaseKind
from tests.cases.course import reference

SIZE = 60


def made(seed: int = 0, size: int = SIZE) -> tuple[Any, Any]:
    """The inputs of a large case."""
    a, b = reference().inputs(Case(size=size, kind=CaseKind.LARGE), random.Random(seed))
    return a, b


def rows(inputs: tuple[Any, Any], result: Any, seed: int = 0) -> list[int]:
    """The rows that are named."""
    check = reference().wrong_rows
    assert check is not None
    named: list[int] = check(inputs, result, random.Random(seed)).tolist()
    return named


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.float64, np.float32])
def test_right_products_are_never_named(dtype: Any) -> None:
    """Whatever the vectors and the type."""
    for seed in range(50):
        a, b = inputs = made(seed)
        assert rows(inputs, (a @ b).astype(dtype), seed) == []


PLACES: list[tuple[list[int], Any, Any]] = [
    ([3], (3, 7), 1),
    ([0], (0, slice(2)), [1, -1]),
    ([SIZE - 1], (-1, slice(None)), 2),
    ([8, 9], (slice(8, 10), slice(8, 16)), -5),
]


@pytest.mark.parametrize(("wrong", "place", "error"), PLACES)
def test_every_wrong_row_is_named(wrong: list[int], place: Any, error: Any) -> None:
    """One element by the smallest difference, two that cancel each other, a row, a block."""
    for seed in range(50):
        a, b = inputs = made(seed)
        result = a @ b
        result[place] += error
        assert rows(inputs, result, seed) == wrong


@pytest.mark.parametrize("odd", [0.5, 2.0**60, -(2.0**33)])
def test_what_cannot_be_checked_exactly_is_in_doubt(odd: float) -> None:
    """Fractions and numbers far too large: who asked computes the answer."""
    a, b = inputs = made()
    result = (a @ b).astype(float)
    result[4, 4] += odd
    assert rows(inputs, result) == [4]


def test_the_shape_is_known_without_the_answer() -> None:
    """A result of another shape is never multiplied with vectors."""
    shape = reference().shape
    assert shape is not None
    assert shape(*made()) == (SIZE, SIZE)


def test_sums_stay_small_enough_for_every_type() -> None:
    """float32 and TF32 hold every sum of up to 2048 terms."""
    a, b = made(size=300)
    for matrix in (a, b):
        assert matrix.dtype == np.int64
        assert set(abs(matrix).ravel().tolist()) == {2, 3, 4, 5}
    assert 2048 * 25 < 2**24
