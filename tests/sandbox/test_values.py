"""Values are believed only as far as description and bytes agree."""

import struct
from typing import Any

import pytest

from grader.model.run import ValueKind
from grader.sandbox.values import decode_plots, decode_traceback, decode_values
from grader.sandbox.wire import ViolationError

MATRIX = {
    "kind": "matrix",
    "container": "list of list",
    "elements": "int",
    "shape": [1, 2],
    "dtype": "<i8",
}
PAIR = struct.pack("<2q", 3, 4)


def test_a_matrix_keeps_shape_type_and_bytes() -> None:
    """A described matrix comes out with the bytes that belong to it."""
    first, second = decode_values([MATRIX, MATRIX], PAIR + PAIR[::-1])
    assert (first.shape, first.dtype, first.data) == ((1, 2), "<i8", PAIR)
    assert second.data == PAIR[::-1]


def test_what_is_no_matrix_has_only_a_description() -> None:
    """None, a scalar and anything else carry no bytes."""
    (value,) = decode_values([{"kind": "none", "container": "NoneType"}], b"")
    assert value.kind is ValueKind.NONE
    assert value.data == b""


@pytest.mark.parametrize(
    ("heads", "data"),
    [
        (None, b""),
        ([MATRIX] * 21, PAIR * 21),
        (["matrix"], PAIR),
        ([{"kind": "pickle"}], b""),
        ([{**MATRIX, "shape": [2, 2]}], PAIR),
        ([{**MATRIX, "shape": [1]}], PAIR),
        ([{**MATRIX, "shape": [0, 2]}], PAIR),
        ([{**MATRIX, "shape": [-1, -2]}], PAIR),
        ([{**MATRIX, "shape": [2**40, 2**40]}], PAIR),
        ([{**MATRIX, "shape": ["1", "2"]}], PAIR),
        ([{**MATRIX, "dtype": "O"}], PAIR),
        ([{**MATRIX, "dtype": ["<i8"]}], PAIR),
        ([{**MATRIX, "elements": 3}], PAIR),
        ([MATRIX], PAIR + b"x"),
        ([MATRIX], b""),
    ],
)
def test_a_description_that_does_not_fit_is_a_violation(heads: Any, data: bytes) -> None:
    """Whatever does not add up is refused, never guessed."""
    with pytest.raises(ViolationError):
        decode_values(heads, data)


def test_texts_are_cut_and_lose_addresses() -> None:
    """A text is bounded, and the same in every run."""
    head = {"kind": "other", "description": "<X object at 0x7f12345678ab>" + "y" * 9999}
    (value,) = decode_values([head], b"")
    assert value.description.startswith("<X object at 0x…>")
    assert len(value.description) <= 300


def test_a_traceback_is_read() -> None:
    """Type, message and frames come out; a negative line becomes 0."""
    error = {"type": "ValueError", "message": "no", "frames": [["kadai1.py", -3, "matmul"]]}
    traceback = decode_traceback(error)
    assert (traceback.type, traceback.message) == ("ValueError", "no")
    assert traceback.frames == (("kadai1.py", 0, "matmul"),)


@pytest.mark.parametrize(
    "error",
    [
        None,
        {"type": "E", "message": "m"},
        {"type": 1, "message": "m", "frames": []},
        {"type": "E", "message": None, "frames": []},
        {"type": "E", "message": "m", "frames": [["kadai1.py", "3", "f"]]},
        {"type": "E", "message": "m", "frames": ["kadai1.py"]},
    ],
)
def test_an_odd_traceback_is_a_violation(error: object) -> None:
    """An error that is not described as agreed is refused."""
    with pytest.raises(ViolationError):
        decode_traceback(error)


def test_plots_keep_what_is_a_series_of_numbers() -> None:
    """Series are bounded; what is not a number is left out."""
    series = [
        {"kind": "plot", "x": [1, 2.5, "a"], "y": "no", "label": "n"},
        "nonsense",
        {"kind": "bar", "x": list(range(20_000)), "y": [], "label": None},
    ]
    first, second = decode_plots(series)
    assert (first.kind, first.x, first.y, first.label) == ("plot", (1.0, 2.5), (), "n")
    assert len(second.x) == 10_000


@pytest.mark.parametrize("series", [None, "x", [{"kind": 3}], [{"kind": "plot", "label": 3}]])
def test_odd_plots_are_a_violation(series: object) -> None:
    """A list of series with texts as agreed, or nothing."""
    with pytest.raises(ViolationError):
        decode_plots(series)
