"""One document in one process: opened once, read part by part, cut to what an answer holds."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from grader.guest.protocol import Operation
from tests.guests import guest_module

documents, reading = guest_module("documents"), guest_module("reading")
ROOM = {"ask": "part", "part": 0, "bytes": 10**6, "letters": 10**6}


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """Takes back what getting ready changes for a whole process."""
    yield
    logging.disable(logging.NOTSET)


def _opened(monkeypatch: pytest.MonkeyPatch, part: dict[str, Any], data: bytes) -> Any:
    opened = documents.Opened({"kind": "pdf", "parts": 1}, lambda _: (part, data))
    monkeypatch.setattr(documents, "open_document", lambda name, data: opened)
    made = reading.Reading()
    _answer(made, {"ask": "open", "name": "r.pdf"}, b"%PDF-")
    return made


def _answer(made: Any, request: dict[str, Any], data: bytes = b"") -> tuple[Any, bytes]:
    reply, pixels = made.answer({"op": Operation.OWN, "request": request}, data)
    assert reply["ok"] is True
    return reply["told"], pixels


def _picture(width: int, **more: Any) -> dict[str, Any]:
    return {"kind": "raster", "line": 0, "pixels": {"width": width, "height": 1}, **more}


def test_what_cannot_be_imported_is_named() -> None:
    """Before any document; and libraries are told to be quiet."""
    request = {"modules": ["json", "no_such_module"]}
    (reply, _), operations = reading.extend(None, {"request": request}, b"")
    assert [*operations] == [Operation.OWN]
    assert reply["ok"] is True
    assert [line.partition(":")[0] for line in reply["told"]] == ["no_such_module"]
    assert not logging.getLogger("pypdf").isEnabledFor(logging.CRITICAL)


def test_a_file_is_opened_by_its_bytes() -> None:
    """The head comes home as it is."""
    head, data = _answer(reading.Reading(), {"ask": "open", "name": "r.pdf"})
    assert (head["kind"], head["trouble"]) == ("empty", "empty")
    assert data == b""


def test_a_part_of_nothing_is_an_error() -> None:
    """The host never asks for it."""
    with pytest.raises(ValueError, match="no document"):
        _answer(reading.Reading(), ROOM)


def test_a_part_that_fits_is_untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most do."""
    part = {"lines": [{"text": "a"}], "pictures": [_picture(1)], "pages": []}
    assert _answer(_opened(monkeypatch, part, b"abc"), ROOM) == (part, b"abc")


def test_pixels_without_room_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others keep their bytes, in order; thumbnails come last."""
    part = {
        "lines": [],
        "pictures": [_picture(1), _picture(9), {**_picture(1), "pixels": None}, _picture(2)],
        "pages": [{"number": 1, "thumbnail": {"width": 1, "height": 1}}],
    }
    data = b"a" * 3 + b"b" * 27 + b"c" * 6 + b"d" * 3
    made = _opened(monkeypatch, part, data)
    sent, pixels = _answer(made, {**ROOM, "bytes": 12})
    pictures = sent["pictures"]
    assert [bool(picture["pixels"]) for picture in pictures] == [True, False, False, True]
    assert pictures[1]["trouble"] == "too-large"
    assert pixels == b"aaa" + b"c" * 6 + b"ddd"
    sent, pixels = _answer(made, {**ROOM, "bytes": 9})
    assert (sent["pages"][0]["thumbnail"], pixels) == (None, b"aaa" + b"c" * 6)


def test_lines_without_room_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last ones, and it is said; pictures stand within what is left."""
    lines = [{"text": "あ" * 50} for _ in range(20)]
    part = {"lines": lines, "pictures": [_picture(1, line=20, texts=["x" * 99])], "pages": []}
    made = _opened(monkeypatch, part, b"abc")
    sent, data = _answer(made, {**ROOM, "letters": 2_000})
    assert len(json.dumps(sent, separators=(",", ":"))) <= 2_000 + len('"trouble":"too-large",')
    assert 0 < len(sent["lines"]) < 20
    assert sent["pictures"][0]["line"] == len(sent["lines"])
    assert (sent["trouble"], data) == ("too-large", b"abc")
    assert reading.MORE == "too-large"
