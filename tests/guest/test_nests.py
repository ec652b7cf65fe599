"""Which nests a guest packs as matrices."""

import math
from array import array
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from grader.guest.nests import pack_nest


@pytest.mark.parametrize(
    "value",
    [
        [[1.0, 2.0], [3.0, 4.0]],
        [array("d", [1, 2]), array("d", [3, 4])],
        [deque([1.0, 2.0]), deque([3.0, 4.0])],
        ([1.0, 2.0], (3.0, 4.0)),
    ],
)
def test_rows_of_the_standard_library_are_rows(value: Any) -> None:
    """A row may be an array.array or a deque: the numbers in it count."""
    head, data = pack_nest(value)
    assert (head["kind"], head["shape"]) == ("matrix", [2, 2])
    assert data == array("d", [1, 2, 3, 4]).tobytes()


SHAPES = {
    "vector": ([1, 2], "matrix", "list"),
    "texts": (["1", "2"], "other", "list"),
    "nothing": ([], "other", "list"),
    "empty rows": ([[], []], "ragged", "list of list"),
    "rows of two lengths": ([[1], [2, 3]], "ragged", "list of list"),
    "a number beside rows": ([1, [2]], "other", "list"),
    "a row inside a row": ([[1, [2]]], "other", "list of list"),
    "truth": ([[True, 1]], "other", "list of list"),
    "cube": ([[[1], [2]]], "matrix", "list of list of list"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_nest_has_its_kind(name: str) -> None:
    """What is rectangular and of numbers is a matrix, and nothing else."""
    value, kind, container = SHAPES[name]
    head, _ = pack_nest(value)
    assert (head["kind"], head["container"]) == (kind, container)


NUMBERS: dict[str, tuple[list[Any], str, str, Any]] = {
    "int": ([-(2**63), 2**63 - 1], "int", "<i8", array("q", [-(2**63), 2**63 - 1])),
    "beyond": ([2**63, 1], "int", "<f8", array("d", [2.0**63, 1])),
    "below": ([-(2**63) - 1, 1], "int", "<f8", array("d", [-(2.0**63), 1])),
    "far beyond": ([10**400, -(10**400)], "int", "<f8", array("d", [math.inf, -math.inf])),
    "float": ([0.5, -0.0], "float", "<f8", array("d", [0.5, -0.0])),
    "both": ([0.5, 3], "float and int", "<f8", array("d", [0.5, 3])),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_keep_their_value_as_far_as_eight_bytes_can(name: str) -> None:
    """Whole numbers stay whole; those beyond all floats become infinite."""
    row, elements, dtype, expected = NUMBERS[name]
    head, data = pack_nest([row])
    assert (head["elements"], head["dtype"], data) == (elements, dtype, expected.tobytes())


class Lazy(list[Any]):
    """A list that shows something else than it holds."""

    def __iter__(self) -> Iterator[Any]:
        """Give the answer late."""
        return iter([[7, 7], [7, 7]])


def test_a_list_is_what_it_holds_whatever_it_iterates_over() -> None:
    """A program could calculate when it is compared, and show zeros to whoever prints it."""
    head, data = pack_nest(Lazy([[0, 0], [0, 0]]))
    assert (head["shape"], data) == ([2, 2], array("q", [0] * 4).tobytes())


class Scalar(float):
    """A number with operators of its own."""


def test_a_class_derived_from_float_is_a_number() -> None:
    """Its value counts."""
    head, data = pack_nest([[Scalar(1.5)]])
    assert (head["kind"], data) == ("matrix", array("d", [1.5]).tobytes())
