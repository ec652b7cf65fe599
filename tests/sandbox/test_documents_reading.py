"""How the answers and the end of a child become a document, told by a child that we make up."""

import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from grader.model.document import Document, FileKind, ReadTrouble
from grader.model.errors import Killed, SandboxUnavailable
from grader.sandbox import documents, documents_reading
from grader.sandbox.children import Ending, Exit, Failure
from grader.sandbox.wire import Frame
from tests.fakes.child import Answer, FakeChild

PDF = b"%PDF-1.7"
HEAD = {"kind": "pdf", "parts": 3, "producer": "a\x00b", "page_count": 3}


def _saying(answer: Mapping[str, Any], data: bytes = b"") -> Answer:
    return lambda head: ({"nonce": head["nonce"], "ok": True, **answer}, data)


READY = _saying({"missing": []})
OPENED = _saying({"document": HEAD})


def _page(text: str, **more: Any) -> Answer:
    return _saying({"part": {"lines": [{"text": text}], **more}})


def _read(*answers: Answer, ended: Exit | None = None, data: bytes = PDF) -> Document:
    child = FakeChild(READY, *answers)
    child.exit = ended or Exit(by_itself=True)
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
    found = _read(_saying({"document": head}))
    assert (found.kind, found.trouble) == (FileKind.DOCX, ReadTrouble.ENCRYPTED)
    assert found.detail == "a password"


def _failing(ending: Ending) -> Answer:
    return lambda _: Failure(ending=ending, detail="why")


KILLED = Exit(by_itself=True, signal=signal.SIGKILL, cpu_seconds=31.0)
ENDS = {
    "hangs": (_failing(Ending.TIMEOUT), None, ReadTrouble.TIME),
    "is too large": (_failing(Ending.MEMORY), None, ReadTrouble.MEMORY),
    "babbles": (_failing(Ending.OUTPUT), None, ReadTrouble.CRASHED),
    "says nonsense": (_failing(Ending.VIOLATION), None, ReadTrouble.CRASHED),
    "ends": (_failing(Ending.CLOSED), Exit(by_itself=True, code=1), ReadTrouble.CRASHED),
    "hangs up": (_failing(Ending.CLOSED), Exit(by_itself=False), ReadTrouble.CRASHED),
    "aborts": (_failing(Ending.CLOSED), Exit(by_itself=True, signal=6), ReadTrouble.CRASHED),
    "aborts when full": (
        _failing(Ending.CLOSED),
        Exit(by_itself=True, signal=6, peak_mib=1_400.0),
        ReadTrouble.MEMORY,
    ),
    "is killed by its group": (
        _failing(Ending.CLOSED),
        Exit(by_itself=True, signal=9, out_of_memory=True),
        ReadTrouble.MEMORY,
    ),
    "computes too long": (_failing(Ending.CLOSED), KILLED, ReadTrouble.TIME),
    "answers another": (lambda _: ({"nonce": "x", "ok": True}, b""), None, ReadTrouble.CRASHED),
    "describes no error": (_saying({"ok": False}), None, ReadTrouble.CRASHED),
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
    return _saying({"ok": False, "error": error})


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
    "no head": (_saying({}),),
    "a head of no kind": (_saying({"document": {"kind": "virus"}}),),
    "no part": (OPENED, _saying({})),
    "a line that is none": (OPENED, _saying({"part": {"lines": [7]}})),
    "bytes of no picture": (OPENED, _saying({"part": {}}, b"123")),
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
    monkeypatch.setattr(documents_reading, "MOST_PARTS", 2)
    found = _read(OPENED, _page("1"), _page("2"))
    assert (_texts(found), found.trouble) == (["1", "2"], ReadTrouble.TOO_LARGE)


@pytest.mark.parametrize("cap", ["MOST_LINES", "MOST_LETTERS"])
def test_what_is_held_is_bounded(cap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks for more when enough is here; the last part is never one too many."""
    monkeypatch.setattr(documents_reading, cap, 2)
    found = _read(OPENED, _page("1"), _page("2"))
    assert (_texts(found), found.trouble) == (["1", "2"], ReadTrouble.TOO_LARGE)
    monkeypatch.setattr(documents_reading, cap, 3)
    assert _read(OPENED, _page("1"), _page("2"), _page("3")).trouble is None


def test_pixels_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures and thumbnails beyond the bound are there without their pixels."""
    monkeypatch.setattr(documents_reading, "PIXEL_BYTES", 10)
    size = {"width": 1, "height": 2}
    picture = {"kind": "raster", "line": 0, "pixels": size}
    page = {"number": 1, "width_pt": 1, "height_pt": 1, "thumbnail": {"width": 1, "height": 1}}
    part = {"pictures": [picture, picture], "pages": [page, page]}
    head = {"kind": "pdf", "parts": 1}
    found = _read(_saying({"document": head}), _saying({"part": part}, bytes(18)))
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
    "a library that is broken": lambda: FakeChild(_saying({"missing": ["lxml: ImportError"]})),
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
        _read(_failing(Ending.CLOSED), ended=Exit(by_itself=True, unknown=True))


def test_a_reader_that_somebody_killed_read_nothing_wrong() -> None:
    """In the middle of a right report: it is read again, never called damaged."""
    killed = Exit(by_itself=True, signal=signal.SIGKILL, cpu_seconds=1.0)
    with pytest.raises(Killed):
        _read(OPENED, _page("1"), _failing(Ending.CLOSED), _page("3"), ended=killed)


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
    assert ready["ask"] == "ready"
    assert "_grader_guest.documents" in ready["modules"]
    assert (opened["ask"], opened["name"]) == ("open", "r.pdf")
    assert (part["ask"], part["part"]) == ("part", 0)
