"""Which of a program's variables are packed, and in what order."""

from array import array
from collections import deque
from types import SimpleNamespace
from typing import Any

from grader.guest.naming import Packed
from grader.guest.protocol import MAX_MATRICES, MAX_SIDE
from grader.guest.variables import MOST_BYTES, pack_matrices


def _names(space: dict[str, Any]) -> list[str]:
    packed: list[Packed] = []
    pack_matrices(space, frozenset({__name__}), packed)
    return [head["name"] for head, _ in packed]


class Owner:
    """A class of the student's."""

    def __init__(self, **held: Any) -> None:
        for name, value in held.items():
            setattr(self, name, value)


class Silent(Owner):
    """One that does not show what it holds."""

    def __getattribute__(self, name: str) -> Any:
        raise AttributeError(name)


def test_small_matrices_come_first() -> None:
    """So that the large ones are those that are left out."""
    space = {"b": [[1, 2], [3, 4]], "a": ((1,),), "c": [deque([1.5]), array("d", [2])]}
    assert _names(space) == ["a", "c", "b"]


def test_what_is_no_matrix_of_numbers_is_left_out() -> None:
    """Nor are names that Python uses, or something that is none."""
    space: dict[Any, Any] = {
        "none": None,
        "vector": [1, 2],
        "ragged": [[1], [1, 2]],
        "words": [["1"]],
        "truth": [[True]],
        "wide": [[0] * (MAX_SIDE + 1)],
        "long": [[0]] * (MAX_SIDE + 1),
        "__hidden__": [[1]],
        3: [[1]],
    }
    assert _names(space) == []


def test_one_object_counts_once() -> None:
    """Under its first name."""
    rows = [[1, 2], [3, 4]]
    assert _names({"a": rows, "b": rows, "c": Owner(data=rows)}) == ["a"]


def test_own_objects_are_looked_into_and_others_are_not() -> None:
    """One level deep, whatever the class says of itself."""
    space = {
        "own": Owner(data=[[1]], other=Owner(data=[[2]])),
        "silent": Silent(data=[[3, 4]]),
        "foreign": SimpleNamespace(data=[[4]]),
        "kind": Owner,
    }
    assert _names(space) == ["own.data", "silent.data"]


def test_their_number_and_bytes_are_bounded() -> None:
    """Forty, and as many as there is room for."""
    assert len(_names({f"m{i}": [[i]] for i in range(MAX_MATRICES + 1)})) == MAX_MATRICES
    side = 1024
    assert 3 * side * side * 8 < MOST_BYTES
    rows = [[0] * side] * side
    many = {f"m{i}": list(rows) for i in range(5)}
    assert _names({**many, "small": [[1]]}) == ["small", "m0", "m1", "m2"]
