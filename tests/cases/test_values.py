"""Which values become numbers on the host."""

import math
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from grader.cases.values import numbers, same_numbers, unchanged
from grader.model.calling import Value, ValueKind
from tests.fakes.program import pack

NUMBERS = [
    [[1, 2], [3, 4]],
    [1, 2],
    [[1.5, 2.5]],
    [[1, 2.5], [3, 4]],
    [(1, 2), (3, 4)],
    ((1, 2), (3, 4)),
    [[2**70, -(2**70)]],
    [[float("nan"), float("inf")]],
    [[-0.0]],
]


@pytest.mark.parametrize("value", NUMBERS)
def test_numbers_are_read(value: Any) -> None:
    """Lists and tuples of ints and floats arrive with their values."""
    read = numbers(pack(value))
    assert read is not None
    expected = np.array(value, dtype=float)
    np.testing.assert_array_equal(read.astype(float), expected)


class Loud(int):
    """A number that claims to equal everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # as in the wild


@pytest.mark.parametrize(
    ("container", "shape", "read_as"),
    [
        ("numpy.ndarray", (1, 2, 2), (2, 2)),
        ("torch.Tensor", (1, 1, 2, 2), (2, 2)),
        ("list of list of list of list", (1, 1, 2, 2), (2, 2)),
        ("list of list of list", (1, 2, 2), (1, 2, 2)),  # one pair of brackets too many
        ("numpy.ndarray", (2, 1, 2), (2, 1, 2)),
    ],
)
def test_axes_of_a_batch_are_left_out(
    container: str, shape: tuple[int, ...], read_as: tuple[int, ...]
) -> None:
    """What conv2d adds in front is no part of the matrix; what lists add is."""
    value = replace(pack([[1, 2], [3, 4]]), container=container, shape=shape)
    read = numbers(value)
    assert read is not None
    assert read.shape == read_as


NO_NUMBERS: list[Any] = [
    None,
    3,
    "text",
    [],
    [[]],
    ["1", "2"],
    [[1, 2], [3]],
    [["1", "2"]],
    [[True, False]],
    [[1j]],
    [[None]],
    [[[[[1]]]]],
    [[Loud(1)]],
    {1: 2},
    pytest.param((x for x in [1]), id="a generator"),
    range(3),
]


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_other_values_are_no_numbers(value: Any) -> None:
    """Anything else is not converted."""
    assert numbers(pack(value)) is None


HONEST = pack([[1, 2], [3, 4]])
FORGED = [
    replace(HONEST, dtype="|O"),
    replace(HONEST, dtype="<c16"),
    replace(HONEST, dtype="<i8,<i8"),
    replace(HONEST, elements="bool"),
    replace(HONEST, elements=""),
    replace(HONEST, kind=ValueKind.OTHER),
    replace(HONEST, shape=()),
    replace(HONEST, shape=(2, 3)),
    replace(HONEST, shape=(-2, -2)),
    replace(HONEST, shape=(4, 1, 1, 1, 1)),
    replace(HONEST, shape=(2**40, 2**40)),
    replace(HONEST, data=HONEST.data[:-1]),
    replace(HONEST, data=bytes(HONEST.data) + b"\0" * 8),
]


@pytest.mark.parametrize("value", FORGED)
def test_a_value_that_contradicts_itself_is_no_numbers(value: Value) -> None:
    """Type, shape and length are checked again; what a value says is not believed."""
    assert numbers(value) is None


def test_int_and_float_are_compared_exactly() -> None:
    """2**53 + 1 is no float; comparing as floats would not notice."""
    big = np.array([[2**53 + 1]])
    assert not same_numbers(big, big.astype(float))
    assert same_numbers(np.array([[6]]), np.array([[6.0]]))
    assert same_numbers(np.array([[0]]), np.array([[-0.0]]))


def test_nan_equals_nothing() -> None:
    """Not even itself."""
    nan = np.array([[math.nan]])
    assert not same_numbers(nan, nan.copy())


@pytest.mark.parametrize(
    ("after", "same"),
    [
        ([[1, 2], [3, 4]], True),
        ([[1.0, 2], [3, 4]], True),
        ([(1, 2), (3, 4)], True),
        ([[1, 2], [3, 5]], False),
        ([[1, 2]], False),
        ([[1, 2], [3]], False),
        ([], False),
        (None, False),
        ([["1", "2"], ["3", "4"]], False),
    ],
)
def test_inputs_are_compared_by_value(after: Any, same: bool) -> None:  # noqa: FBT001  a table
    """A matrix is unchanged as long as its numbers are."""
    assert unchanged(np.array([[1, 2], [3, 4]]), pack(after)) is same


@pytest.mark.parametrize(("offset", "same"), [(0.0, True), (1.0, False)])
def test_a_matrix_that_was_given_rounded_is_unchanged(offset: float, *, same: bool) -> None:
    """A function for float is given floats: they were never the doubles that we hold."""
    before = np.array([[0.1, 0.2], [0.3, 1 / 3]])
    after = Value(
        kind=ValueKind.MATRIX,
        container="float *",
        elements="float32",
        shape=(2, 2),
        dtype="<f4",
        data=(before + offset).astype("<f4").tobytes(),
    )
    assert unchanged(before, after) is same
