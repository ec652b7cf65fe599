"""Which nests a guest packs as matrices."""

from array import array
from collections import deque
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
