"""What a child says of a document is hostile: it is checked and bounded, and none is believed."""

import math
import signal
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from grader.model.document import Document, FileKind, Hidden, PictureKind, Place, ReadTrouble
from grader.model.errors import Killed, SandboxUnavailable
from grader.reports import reading as documents
from grader.reports.reading import DocumentHead, DocumentPart, seeming_kind
from grader.sandbox.children import (
    ChildExit,
    Ending,
    Failure,
    Frame,
    FrameParser,
    ViolationError,
    encode,
)
from tests.fakes.child import Answer, FakeChild

LINE = {"text": "1. 目的", "page": 1, "box": [1, 2.5, 3, 4], "place": "table", "hidden": "pale"}
PICTURE = {"kind": "raster", "line": 1, "pixels": {"width": 2, "height": 1}}
PAGE = {"number": 1, "width_pt": 595, "height_pt": 842, "thumbnail": {"width": 1, "height": 1}}
PIXELS = bytes(range(9))


def sent(value: Any) -> Any:
    """What arrives of it over the channel."""
    frame = FrameParser(0).feed(encode({"it": value}))
    assert frame is not None
    return frame[0]["it"]


def decode_head(value: Any) -> DocumentHead:
    """Reads what a child says of a document."""
    return documents.decode_head(sent(value))


def decode_part(value: Any, data: bytes) -> DocumentPart:
    """Reads what a child says of a part."""
    return documents.decode_part(sent(value), data)


def test_a_part_is_read_with_its_pixels_in_order() -> None:
    """The bytes of pictures come first, then those of thumbnails."""
    value = {"lines": [LINE], "pictures": [PICTURE], "pages": [PAGE]}
    part = decode_part(value, PIXELS)
    assert part.lines[0].box == (1, 2.5, 3, 4)
    assert (part.lines[0].place, part.lines[0].hidden) == (Place.TABLE, Hidden.PALE)
    assert part.pictures[0].kind is PictureKind.RASTER
    assert part.pictures[0].pixels is not None
    assert part.pictures[0].pixels.data == PIXELS[:6]
    assert part.pages[0].thumbnail is not None
    assert part.pages[0].thumbnail.data == PIXELS[6:]


def test_a_head_is_read() -> None:
    """Fields that are not there keep what they usually are."""
    head = decode_head({"kind": "pdf", "trouble": "damaged", "detail": "cut\noff", "parts": 3})
    assert (head.kind, head.trouble) == (FileKind.PDF, ReadTrouble.DAMAGED)
    assert (head.detail, head.parts) == ("cut off", 3)


HEADS: list[Any] = [
    None,
    [],
    "pdf",
    {},
    {"kind": None},
    {"kind": "exe"},
    {"kind": ["pdf"]},
    {"kind": "pdf", "trouble": "no such"},
    {"kind": "pdf", "parts": "3"},
    {"kind": "pdf", "parts": 3.0},
    {"kind": "pdf", "parts": True},
    {"kind": "pdf", "detail": 1},
]


@pytest.mark.parametrize("value", HEADS, ids=lambda value: str(value)[:40])
def test_a_wrong_head_is_a_violation(value: Any) -> None:
    """Wrong types, unknown words and long lists are none of ours."""
    with pytest.raises(ViolationError):
        decode_head(value)


PARTS: list[Any] = [
    None,
    [],
    {"lines": {}},
    {"lines": None},
    {"lines": ["text"]},
    {"lines": [{}]},
    {"lines": [{"text": None}]},
    {"lines": [{**LINE, "bold": 1}]},
    {"lines": [{**LINE, "box": [1, 2, 3]}]},
    {"lines": [{**LINE, "box": "1234"}]},
    {"lines": [{**LINE, "box": [1, 2, 3, "4"]}]},
    {"lines": [{**LINE, "box": [1, 2, 3, True]}]},
    {"lines": [{**LINE, "place": "elsewhere"}]},
    {"lines": [{**LINE, "hidden": None}]},
    {"lines": [{**LINE, "level": "1"}]},
    {"lines": [{"text": ""}] * 60_000},
    {"pictures": [{"kind": "raster"}]},
    {"pictures": [{**PICTURE, "pixels": None, "chart": {"title": "without a kind"}}]},
    {"pictures": [{**PICTURE, "pixels": None, "chart": []}]},
    {"pictures": [{**PICTURE, "pixels": None, "texts": "abc"}]},
    {"pages": [{"number": 1}]},
    {"trouble": "sabotage"},
]


@pytest.mark.parametrize("value", PARTS, ids=lambda value: str(value)[:40])
def test_a_wrong_part_is_a_violation(value: Any) -> None:
    """So are fields without which something is nothing."""
    with pytest.raises(ViolationError):
        decode_part(value, b"")


@pytest.mark.parametrize(
    ("size", "data"),
    [
        ({"width": 2, "height": 1}, bytes(5)),
        ({"width": 2, "height": 1}, bytes(7)),
        ({"width": 0, "height": 0}, b""),
        ({"width": -1, "height": -1}, bytes(3)),
        ({"width": 10**9, "height": 10**9}, b""),
        ({"width": 5_000, "height": 1}, bytes(15_000)),
        ({"width": 1_900, "height": 1_900}, bytes(1_900 * 1_900 * 3)),
        ({"width": 1.0, "height": 1}, bytes(3)),
        ({"width": 1}, bytes(3)),
        ([1, 1], bytes(3)),
        (None, bytes(3)),
    ],
)
def test_pixels_must_be_there_and_be_all(size: Any, data: bytes) -> None:
    """Too few or too many bytes, or an impossible size, are a violation."""
    with pytest.raises(ViolationError):
        decode_part({"pictures": [{**PICTURE, "pixels": size}]}, data)


def test_numbers_beyond_their_range_are_cut() -> None:
    """A document may hold any number; none of them reaches anybody."""
    strange = [math.nan, -math.inf, math.inf, 1e300]
    line = {"text": "", "box": strange, "size_pt": math.nan, "page": -5, "level": 10**30}
    page = {"number": 1, "width_pt": 1e30, "height_pt": 10**400, "covered": 7, "visible": -1}
    part = decode_part({"lines": [line], "pages": [page]}, b"")
    read = part.lines[0]
    assert read.box == (0.0, -1e6, 1e6, 1e6)
    assert (read.size_pt, read.page) == (0.0, 0)
    assert read.level <= 10**9
    seen = part.pages[0]
    assert (seen.width_pt, seen.height_pt, seen.covered, seen.visible) == (1e6, 1e6, 1.0, 0)


def test_a_box_is_turned_the_right_way_round() -> None:
    """Left of right, top above bottom."""
    part = decode_part({"lines": [{"text": "", "box": [9, 8, 1, 2]}]}, b"")
    assert part.lines[0].box == (1, 2, 9, 8)


def test_a_picture_stands_within_its_part() -> None:
    """It cannot claim to come after lines that are not there."""
    part = decode_part({"lines": [LINE], "pictures": [{"kind": "svg", "line": 10**6}]}, b"")
    assert part.pictures[0].line == 1


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("a\x00b\x1bc\x7f\x9b", "a\ufffdb\ufffdc\ufffd\ufffd"),
        ("\ud800x\udfff\ufffe\uffff", "\ufffdx\ufffd\ufffd\ufffd"),
        ("one\r\x0b\x0ctwo\u2028three", "one\n\n\ntwo\nthree"),
        ("図１\t実行時間\n😀", "図１\t実行時間\n😀"),
        ("x" * 30_000, "x" * 20_000),
    ],
)
def test_texts_are_letters(said: str, read: str) -> None:
    """Controls, halves of pairs and no characters are replaced; long texts are cut."""
    part = decode_part({"lines": [{"text": said, "style": said}]}, b"")
    assert part.lines[0].text == read
    assert "\n" not in part.lines[0].style
    assert len(part.lines[0].style) <= 300


PDF = b"%PDF-1.7"
HEAD = {"kind": "pdf", "parts": 3, "producer": "a\x00b", "page_count": 3}


def _replying(answer: Mapping[str, Any], data: bytes = b"") -> Answer:
    return lambda head: ({"nonce": head["nonce"], "ok": True, **answer}, data)


def _saying(told: Any, data: bytes = b"") -> Answer:
    return _replying({"told": told}, data)


READY = _saying([])
OPENED = _saying(HEAD)


def _page(text: str, **more: Any) -> Answer:
    return _saying({"lines": [{"text": text}], **more})


def _read(*answers: Answer, ended: ChildExit | None = None, data: bytes = PDF) -> Document:
    child = FakeChild(READY, *answers)
    child.exit = ended or ChildExit(by_itself=True)
    return documents.read_in_child(lambda _: child, "r.pdf", data)


def _texts(document: Document) -> list[str]:
    return [line.text for line in document.lines]


def test_all_parts_make_one_document() -> None:
    """Lines in order; a picture counts the lines of the document before it."""
    picture = {"kind": "vector", "line": 1}
    found = _read(OPENED, _page("1"), _page("2", pictures=[picture]), _page("3"))
    assert (found.kind, found.trouble, found.producer) == (FileKind.PDF, None, "a\ufffdb")
    assert _texts(found) == ["1", "2", "3"]
    assert found.pictures[0].line == 2


def test_an_unreadable_document_has_a_head_only() -> None:
    """What the reader says of it is told."""
    head = {"kind": "docx", "trouble": "encrypted", "detail": "a password"}
    found = _read(_saying(head))
    assert (found.kind, found.trouble) == (FileKind.DOCX, ReadTrouble.ENCRYPTED)
    assert found.detail == "a password"


def _failing(ending: Ending) -> Answer:
    return lambda _: Failure(ending=ending, detail="why")


KILLED = ChildExit(by_itself=True, signal=signal.SIGKILL, cpu_seconds=31.0)
ENDS = {
    "hangs": (_failing(Ending.TIMEOUT), None, ReadTrouble.TIME),
    "is too large": (_failing(Ending.MEMORY), None, ReadTrouble.MEMORY),
    "babbles": (_failing(Ending.OUTPUT), None, ReadTrouble.CRASHED),
    "says nonsense": (_failing(Ending.VIOLATION), None, ReadTrouble.CRASHED),
    "ends": (_failing(Ending.CLOSED), ChildExit(by_itself=True, code=1), ReadTrouble.CRASHED),
    "hangs up": (_failing(Ending.CLOSED), ChildExit(by_itself=False), ReadTrouble.CRASHED),
    "aborts": (_failing(Ending.CLOSED), ChildExit(by_itself=True, signal=6), ReadTrouble.CRASHED),
    "aborts when full": (
        _failing(Ending.CLOSED),
        ChildExit(by_itself=True, signal=6, peak_mib=1_400.0),
        ReadTrouble.MEMORY,
    ),
    "is killed by its group": (
        _failing(Ending.CLOSED),
        ChildExit(by_itself=True, signal=9, out_of_memory=True),
        ReadTrouble.MEMORY,
    ),
    "computes too long": (_failing(Ending.CLOSED), KILLED, ReadTrouble.TIME),
    "answers another": (lambda _: ({"nonce": "x", "ok": True}, b""), None, ReadTrouble.CRASHED),
    "describes no error": (_replying({"ok": False}), None, ReadTrouble.CRASHED),
}


@pytest.mark.parametrize("name", ENDS)
def test_whatever_happens_at_first_is_a_document(name: str) -> None:
    """Nothing was read, and the first bytes say what the file seems to be."""
    answer, ended, trouble = ENDS[name]
    found = _read(answer, ended=ended)
    assert (found.kind, found.trouble, found.lines) == (FileKind.PDF, trouble, ())
    assert found.detail.startswith("open: ")


@pytest.mark.parametrize("name", ENDS)
def test_what_was_read_until_then_is_kept(name: str) -> None:
    """The page before the one that went wrong."""
    answer, ended, trouble = ENDS[name]
    found = _read(OPENED, _page("1"), answer, _page("3"), ended=ended)
    assert (found.trouble, found.page_count) == (trouble, 3)
    assert _texts(found) == ["1"]


def _raising(kind: str, message: str) -> Answer:
    error = {"type": kind, "message": message, "frames": []}
    return _replying({"ok": False, "error": error})


@pytest.mark.parametrize(
    ("error", "trouble"),
    [("ValueError", ReadTrouble.CRASHED), ("MemoryError", ReadTrouble.MEMORY)],
)
def test_a_part_that_cannot_be_read_does_not_cost_the_others(
    error: str, trouble: ReadTrouble
) -> None:
    """An exception leaves the child alive: the other pages are read."""
    found = _read(OPENED, _page("1"), _raising(error, "bad\x1b"), _page("3"))
    assert _texts(found) == ["1", "3"]
    assert (found.trouble, found.detail) == (trouble, f"part 2: {error}: bad\ufffd")


WRONG = {
    "no head": (_replying({}),),
    "a head of no kind": (_saying({"kind": "virus"}),),
    "no part": (OPENED, _replying({})),
    "a line that is none": (OPENED, _saying({"lines": [7]})),
    "bytes of no picture": (OPENED, _saying({}, b"123")),
}


@pytest.mark.parametrize("name", WRONG)
def test_values_that_nobody_sends_are_a_crash(name: str) -> None:
    """A violation ends the reading, and nothing of it gets in."""
    found = _read(*WRONG[name])
    assert found.trouble is ReadTrouble.CRASHED
    assert (found.kind, found.lines) == (FileKind.PDF, ())


def test_a_part_may_say_that_it_is_not_all() -> None:
    """The first trouble is told, and reading goes on."""
    found = _read(OPENED, _page("1"), _page("2", trouble="too-large", detail="20000"), _page("3"))
    assert (found.trouble, found.detail) == (ReadTrouble.TOO_LARGE, "20000")
    assert _texts(found) == ["1", "2", "3"]


def test_too_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are read, and it is said that there are more."""
    monkeypatch.setattr(documents, "MOST_PARTS", 2)
    found = _read(OPENED, _page("1"), _page("2"))
    assert (_texts(found), found.trouble) == (["1", "2"], ReadTrouble.TOO_LARGE)


@pytest.mark.parametrize("cap", ["MOST_LINES", "MOST_LETTERS"])
def test_what_is_held_is_bounded(cap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks for more when enough is here; the last part is never one too many."""
    monkeypatch.setattr(documents, cap, 2)
    found = _read(OPENED, _page("1"), _page("2"))
    assert (_texts(found), found.trouble) == (["1", "2"], ReadTrouble.TOO_LARGE)
    monkeypatch.setattr(documents, cap, 3)
    assert _read(OPENED, _page("1"), _page("2"), _page("3")).trouble is None


def test_pixels_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures and thumbnails beyond the bound are there without their pixels."""
    monkeypatch.setattr(documents, "PIXEL_BYTES", 10)
    size = {"width": 1, "height": 2}
    picture = {"kind": "raster", "line": 0, "pixels": size}
    page = {"number": 1, "width_pt": 1, "height_pt": 1, "thumbnail": {"width": 1, "height": 1}}
    part = {"pictures": [picture, picture], "pages": [page, page]}
    head = {"kind": "pdf", "parts": 1}
    found = _read(_saying(head), _saying(part, bytes(18)))
    assert [bool(one.pixels) for one in found.pictures] == [True, False]
    assert found.pictures[1].trouble == "too-large"
    assert [bool(one.thumbnail) for one in found.pages] == [True, False]
    assert found.trouble is None


def test_a_file_that_is_too_large_is_not_even_sent() -> None:
    """No child is started for it."""

    def never(_: object) -> FakeChild:
        raise AssertionError

    data = PDF + bytes(50_000_000)
    found = documents.read_in_child(never, "r.pdf", data)
    assert (found.kind, found.trouble) == (FileKind.PDF, ReadTrouble.TOO_LARGE)


def _no_answer(head: Mapping[str, Any]) -> Frame | Failure:
    del head
    return Failure(ending=Ending.CLOSED)


UNREADY: dict[str, Callable[[], FakeChild]] = {
    "not confined": lambda: FakeChild(ready=Failure(ending=Ending.CLOSED)),
    "a library that is broken": lambda: FakeChild(_saying(["lxml: ImportError"])),
    "no answer": lambda: FakeChild(_no_answer),
    "an error": lambda: FakeChild(_raising("MemoryError", "")),
}


@pytest.mark.parametrize("name", UNREADY)
def test_a_child_that_does_not_get_ready_is_our_fault(name: str) -> None:
    """Before it has seen the file nothing can be the student's."""
    with pytest.raises(SandboxUnavailable):
        documents.read_in_child(lambda _: UNREADY[name](), "r.pdf", PDF)


def test_an_end_that_nobody_can_tell_is_our_fault() -> None:
    """The zygote is gone: that says nothing about the file."""
    with pytest.raises(Killed):
        _read(_failing(Ending.CLOSED), ended=ChildExit(by_itself=True, unknown=True))


def test_a_reader_that_somebody_killed_read_nothing_wrong() -> None:
    """In the middle of a right report: it is read again, never called damaged."""
    killed = ChildExit(by_itself=True, signal=signal.SIGKILL, cpu_seconds=1.0)
    with pytest.raises(Killed):
        _read(OPENED, _page("1"), _failing(Ending.CLOSED), _page("3"), ended=killed)


def test_a_reader_that_a_busy_computer_kept_waiting_read_nothing_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock ran out, its own time did not: the report is read again."""
    clock = iter(range(0, 100_000, 100))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    waiting = ChildExit(by_itself=False, cpu_seconds=3.0)
    with pytest.raises(Killed, match="busy"):
        _read(OPENED, _page("1"), _failing(Ending.TIMEOUT), ended=waiting)


def test_time_is_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request gets what the ones before it have left."""
    clock = iter(range(0, 1_000, 10))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    child = FakeChild(READY, OPENED, _page("1"), _page("2"), _page("3"))
    limits = replace(documents.LIMITS, call_seconds=60.0)
    documents.read_in_child(lambda _: child, "r.pdf", PDF, limits)
    assert child.seconds[1:] == [50.0, 40.0, 30.0, 20.0]


def test_the_name_and_the_bytes_are_sent_but_no_path() -> None:
    """The child gets the logical name and what the caps are."""
    child = FakeChild(READY, OPENED, _page("1"), _page("2"), _page("3"))
    documents.read_in_child(lambda _: child, "r.pdf", PDF)
    ready, opened, part, *_ = child.requests
    assert ready["op"] == "extend"
    assert "_grader_guest.documents" in ready["request"]["modules"]
    assert opened["request"] == {"ask": "open", "name": "r.pdf"}
    assert (part["request"]["ask"], part["request"]["part"]) == ("part", 0)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", FileKind.EMPTY),
        (b"%PDF-1.7\n", FileKind.PDF),
        (b"junk before it\n%PDF-1.4", FileKind.PDF),
        (b"PK\x03\x04" + bytes(26) + b"word/document.xml", FileKind.DOCX),
        (b"PK\x03\x04" + bytes(100_000) + b"word/document.xml", FileKind.DOCX),
        (b"PK\x03\x04" + bytes(26) + b"mimetype", FileKind.ARCHIVE),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(8), FileKind.DOC),
        (b"{\\rtf1", FileKind.RTF),
        (b"\x89PNG\r\n\x1a\n", FileKind.PICTURE),
        (b"\n<!DOCTYPE  html>", FileKind.HTML),
        (b"<HTML>", FileKind.HTML),
        (b"plain words", FileKind.UNKNOWN),
        (bytes(5_000), FileKind.UNKNOWN),
        (bytes(5_000) + b"%PDF-1.4", FileKind.UNKNOWN),
    ],
)
def test_magic_bytes(data: bytes, kind: FileKind) -> None:
    """A kind by its magic, nothing by more than that."""
    assert seeming_kind(data) is kind
