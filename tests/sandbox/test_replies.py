"""What a child says is believed only as far as it is described as agreed and its bytes agree."""

import json
import math
import struct
from collections.abc import Callable
from typing import Any

import pytest

from grader.exercises.c.guest.c_protocol import CompileRecord
from grader.model.calling import Value, ValueKind
from grader.model.program import Plot
from grader.model.run import Traceback
from grader.reports.reading import decode_head, decode_part
from grader.sandbox.children import FrameParser, ViolationError, encode, read_as
from grader.sandbox.replies import decode_call, decode_script
from grader.sandbox.replies import decode_plots as plots_of
from grader.sandbox.replies import decode_refusal as error_of
from grader.sandbox.replies import decode_values as values_of
from tests.sandbox.odd_replies import arrived, assert_read_or_refused

MATRIX = {
    "kind": "matrix",
    "container": "list of list",
    "elements": "int",
    "shape": [1, 2],
    "dtype": "<i8",
}
PAIR = struct.pack("<2q", 3, 4)


def decode_values(heads: Any, data: bytes, *, exactly: int) -> tuple[Value, ...]:
    """Reads values that are described so."""
    return values_of(({"ok": True, "values": heads}, data), exactly=exactly)


def decode_traceback(error: Any) -> Traceback:
    """Reads an error that is described so."""
    return error_of(({"ok": False, "error": error}, b""))


def decode_plots(series: Any) -> tuple[Plot, ...]:
    """Reads plots that are described so."""
    return plots_of(({"ok": True, "plots": series}, b""))


def test_a_matrix_keeps_shape_type_and_bytes() -> None:
    """A described matrix comes out with the bytes that belong to it."""
    first, second = decode_values([MATRIX, MATRIX], PAIR + PAIR[::-1], exactly=2)
    assert (first.shape, first.dtype, first.data) == ((1, 2), "<i8", PAIR)
    assert second.data == PAIR[::-1]


def test_what_is_no_matrix_has_only_a_description() -> None:
    """None, a scalar and anything else carry no bytes."""
    (value,) = decode_values([{"kind": "none", "container": "NoneType"}], b"", exactly=1)
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
        decode_values(heads, data, exactly=1)


@pytest.mark.parametrize("kept", [[], [True], [True] * 3, [1, 0], "no", {"0": True}, 2, [None] * 2])
def test_which_inputs_are_kept_is_told_of_each(kept: Any) -> None:
    """Anything but a truth value for each of them is refused; who tells nothing kept none."""
    none = {"kind": "none"}
    changed = decode_call(({"ok": True, "values": [none] * 3}, b""), 2)
    assert [value is None for value in changed.inputs_after] == [False, False]
    half = decode_call(({"ok": True, "values": [none] * 2, "kept": [True, False]}, b""), 2)
    assert [value is None for value in half.inputs_after] == [True, False]
    with pytest.raises(ViolationError):
        decode_call(({"ok": True, "values": [none] * 2, "kept": kept}, b""), 2)


def test_texts_are_cut_and_lose_addresses() -> None:
    """A text is bounded, and the same in every run."""
    head = {"kind": "other", "description": "<X object at 0x7f12345678ab>" + "y" * 9999}
    (value,) = decode_values([head], b"", exactly=1)
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


ERROR = {"type": "E", "message": "m", "frames": [["k.py", 1, "f"]]}
PLOT = {"kind": "plot", "x": [1, 2.5], "y": [1], "label": "n", "figure": 1.0, "title": "t"}
CALL = {"ok": True, "values": [MATRIX], "kept": [True], "writes": [0, 1], "told": None}
SCRIPT = {
    "ok": True,
    "cut": False,
    "taken": 1,
    "error": ERROR,
    "plots": [PLOT],
    "files": [["a.csv", 3]],
    "values": [{**MATRIX, "name": "x"}],
}
COMPILED = {
    "steps": {"compile": {"code": 0, "said": "x"}},
    "sizes": [0, 16],
    "cut": False,
    "too_large": False,
}
LINE = {"text": "a", "page": 1, "box": [1, 2, 3, 4], "size_pt": 9.5, "bold": True, "place": "body"}
CHART = {"kind": "line", "title": "t", "axes": ["x"], "series": ["s"], "points": 3}
PICTURE = {"kind": "chart", "line": 0, "texts": ["1"], "chart": CHART, "pixels": None}
PAGE = {"number": 1, "width_pt": 595, "height_pt": 842.0, "covered": 0.5, "thumbnail": None}
PART = {"lines": [LINE], "pictures": [PICTURE], "pages": [PAGE], "trouble": None, "detail": ""}
HEAD = {"kind": "pdf", "trouble": None, "parts": 1}
HONEST: dict[str, tuple[Any, Callable[[Any], object]]] = {
    "values": ([MATRIX], lambda it: decode_values(it, PAIR, exactly=1)),
    "error": (ERROR, decode_traceback),
    "plots": ([PLOT], decode_plots),
    "call": (CALL, lambda it: decode_call((it, PAIR), 1)),
    "script": (SCRIPT, lambda it: decode_script((it, PAIR), ("5",))),
    "compiling": (COMPILED, lambda it: read_as(CompileRecord, it, "no")["steps"]),
    "document": (HEAD, decode_head),
    "part": (PART, lambda it: decode_part(it, b"")),
}


@pytest.mark.parametrize("what", HONEST)
def test_what_is_honest_is_read(what: str) -> None:
    """Else the test below would show nothing."""
    value, decode = HONEST[what]
    frame = FrameParser(0).feed(encode({"it": value}))
    assert frame is not None
    assert decode(frame[0]["it"])


@pytest.mark.parametrize("what", HONEST)
def test_whatever_stands_in_a_reply_it_is_read_or_a_violation(what: str) -> None:
    """Depth, size, letters and types that nobody expects: never another exception."""
    assert_read_or_refused(*HONEST[what])


def test_halves_of_surrogate_pairs_are_no_violation() -> None:
    """A program may raise and plot them; no file could carry them, so they become "?"."""
    error = decode_traceback({**ERROR, "message": "a\ud800b"})
    assert error.message == "a?b"
    assert decode_plots([{**PLOT, "label": "\udfff"}])[0].label == "?"


def test_numbers_without_bound_are_bounded() -> None:
    """A line of a traceback, a point of a plot."""
    error = decode_traceback({**ERROR, "frames": [["k.py", 10**30, "f"]]})
    assert error.frames == (("k.py", 1 << 31, "f"),)
    (plot,) = decode_plots(arrived(json.dumps([{**PLOT, "x": [10**400, -(10**400)]}]).encode()))
    assert plot.x == (math.inf, -math.inf)


def test_of_two_equal_keys_the_last_counts() -> None:
    """Description and bytes must agree all the same."""
    twice = b'[{"kind":"none","kind":"matrix","shape":[1,2],"dtype":"<i8"}]'
    assert decode_values(arrived(twice), PAIR, exactly=1)[0].data == PAIR
    with pytest.raises(ViolationError):
        decode_values(arrived(twice.replace(b'"shape"', b'"kind":"none","shape"')), PAIR, exactly=1)
