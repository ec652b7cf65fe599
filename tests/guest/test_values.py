"""Which matrix a guest takes out of a tuple."""

from typing import Any

import numpy as np
import pytest

from grader.guest import arrays
from grader.guest.values import BESIDE, pack, single_out

C = [[1, 2], [3, 4]]
WITH_VALUES: dict[str, Any] = {
    "time behind": (C, 0.5),
    "time before": (0.5, C),
    "time and text": (C, 0.5, "sec"),
    "nothing": (C, None),
    "tuple of rows": (((1, 2), (3, 4)), 1),
}
AS_IT_IS: dict[str, Any] = {
    "two matrices": (C, C),
    "a matrix and a row": (C, [1, 2]),
    "a matrix and an object": (C, object()),
    "a matrix and a dictionary": (C, {"time": 1}),
    "rows of a matrix": ([1, 2], [3, 4]),
    "no matrix": (1, 0.5),
    "a list": [C, 0.5],
    "many values": (C, 1, 2, 3, 4, 5),
    "nothing": (),
}


@pytest.mark.parametrize("name", WITH_VALUES)
def test_the_only_matrix_is_taken(name: str) -> None:
    """What comes with it is a number or a text, and is told of."""
    head, data = pack(single_out(WITH_VALUES[name]))
    assert (head["kind"], head["shape"]) == ("matrix", [2, 2])
    assert head["container"].startswith(BESIDE)
    assert len(data) == 32


def test_arrays_are_matrices_too() -> None:
    """Of two axes; what stands beside may be a number of NumPy's."""
    arrays.take()
    head, _ = pack(single_out((np.array(C), np.float64(0.5))))
    assert head["container"] == f"{BESIDE}numpy.ndarray"


@pytest.mark.parametrize("name", AS_IT_IS)
def test_anything_else_stays_what_it_is(name: str) -> None:
    """Nobody chooses among several matrices."""
    assert single_out(AS_IT_IS[name]) is AS_IT_IS[name]
