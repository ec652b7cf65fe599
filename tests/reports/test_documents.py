"""Reports are read on every level, in a child that sees libraries and fonts and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.calling import Convention, Target
from grader.model.document import FileKind, ReadTrouble
from grader.model.errors import SandboxUnavailable
from grader.model.run import RunStatus
from grader.reports import reading as documents
from grader.reports.reading import (
    LIMITS,
    DocumentReader,
    document_libraries,
    document_libraries_missing,
    reading_mounts,
)
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.session import SandboxSession
from tests.hostile.pdf_files import one_page
from tests.hostile.word_files import paragraph, word
from tests.sandbox.places import levels
from tests.sandbox.scientific import A

pytestmark = pytest.mark.skipif(
    bool(document_libraries_missing()), reason="nothing reads documents here"
)


@pytest.fixture(scope="module", params=levels(*IsolationLevel, always=(IsolationLevel.B,)))
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox on each level that holds here."""
    with Sandbox(request.param.choose()) as sandbox:
        yield sandbox


def test_a_word_file_is_read(place: Sandbox) -> None:
    """Its paragraphs come home, Japanese and all."""
    found = DocumentReader(place).read_document(
        "report.docx", word(paragraph("１．目的") + paragraph("本文。"))
    )
    assert (found.kind, found.trouble) == (FileKind.DOCX, None)
    assert [line.text for line in found.lines] == ["１．目的", "本文。"]


def test_a_pdf_file_is_read(place: Sandbox) -> None:
    """Its lines come home, and the page as drawn."""
    found = DocumentReader(place).read_document("report.pdf", one_page())
    assert (found.kind, found.trouble, found.page_count) == (FileKind.PDF, None, 1)
    assert [line.text for line in found.lines] == ["1. Purpose of this report"]
    assert found.pages[0].thumbnail is not None


def test_every_document_has_a_child_of_its_own(place: Sandbox) -> None:
    """Nothing of one report is in the next; the zygote stays."""
    for text in ("one", "two", "one"):
        found = DocumentReader(place).read_document("report.docx", word(paragraph(text)))
        assert [line.text for line in found.lines] == [text]
    assert len(place._zygotes) <= 1


def test_one_report_is_read_with_what_its_kind_takes(place: Sandbox) -> None:
    """One zygote, which was begun for its name; a name that promises too much only costs time."""
    with Sandbox(place._config.level, alone=True) as one:
        DocumentReader(one).begin("report.docx")
        assert (
            DocumentReader(one).read_document("report.docx", word(paragraph("本文。"))).trouble
            is None
        )
        assert len(one._zygotes) <= 1
        found = DocumentReader(one).read_document("report.docx", one_page())
        assert (found.kind, found.trouble, len(found.lines)) == (FileKind.PDF, None, 1)


@pytest.mark.parametrize("kind", documents.NOT_READ_WITH)
def test_a_file_of_another_kind_than_it_seems_is_read(place: Sandbox, kind: FileKind) -> None:
    """What was not imported beforehand, the child imports then."""
    with Sandbox(place._config.level, alone=True) as one:
        data = one_page() if kind is FileKind.DOCX else word(paragraph("本文。"))
        fork = DocumentReader(one)._fork(kind)
        found = documents.read_in_child(fork, "report", data, LIMITS, kind)
        assert found.kind is not kind
        assert (found.trouble, len(found.lines)) == (None, 1)


def test_a_limit_ends_it(place: Sandbox) -> None:
    """Time on the wall is the host's; the kind is told by the first bytes."""
    limits = replace(LIMITS, call_seconds=0.0)
    found = DocumentReader(place).read_document("report.docx", word(), limits)
    assert (found.kind, found.trouble) == (FileKind.DOCX, ReadTrouble.TIME)
    again = DocumentReader(place).read_document("report.docx", word())
    assert again.trouble is None


SEES = """
import os, socket, sys

def f(a, b):
    site = os.path.dirname(os.path.dirname(sys.modules["lxml"].__file__))
    for path in ({paths}, f"{{site}}/click/__init__.py", f"{{site}}/pytest/__init__.py"):
        try:
            open(path).read()
        except OSError:
            continue
        return [[1]]
    try:
        socket.create_connection(("127.0.0.1", 9), 1)
    except PermissionError:
        pass
    os.listdir({fonts!r})
    return [[len(sys.modules["pypdfium2_raw"].__name__)]]
"""


def test_its_child_sees_libraries_and_fonts_alone(place: Sandbox) -> None:
    """A reader that was taken over finds no file of the course and no other package."""
    if place.facts()["rung"] == IsolationLevel.D:
        pytest.skip("level D hides no file; it is for one's own reports")
    passage = reading_mounts()
    if not passage.folders:
        pytest.skip("this machine has no fonts")
    paths = [__file__, str(Path(documents.__file__)), "/etc/passwd"]
    source = SEES.format(paths=", ".join(map(repr, paths)), fonts=passage.folders[0])
    child = place._fork(document_libraries(), LIMITS, passage)
    session = SandboxSession(child, LIMITS)
    try:
        session.load_program("f.py", {"f.py": source}, ("os", "socket", "sys"), "whole")
        called = session.call(Target(name="f", convention=Convention.AB), [A, A])
    finally:
        session.close()
    assert called.run.status is RunStatus.OK, called.run
    assert called.result is not None
    assert called.result.data[0] == len("pypdfium2_raw")


def test_what_is_missing_is_named_as_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name for pip; and nobody tries to read without it."""
    assert document_libraries_missing() == ()
    more = {**documents.LIBRARIES, "no_such_reader": "no-such-reader"}
    monkeypatch.setattr(documents, "LIBRARIES", more)
    assert document_libraries_missing() == ("no-such-reader",)
    with pytest.raises(SandboxUnavailable, match="no-such-reader"):
        DocumentReader(Sandbox(IsolationLevel.D)).read_document("report.pdf", one_page())


def test_a_library_that_is_broken_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found before the child has seen the file."""
    monkeypatch.setattr(documents, "reading_modules", lambda: ("_grader_guest.no_such_module",))
    with (
        Sandbox(IsolationLevel.D) as place,
        pytest.raises(SandboxUnavailable, match="no_such_module"),
    ):
        DocumentReader(place).read_document("report.pdf", one_page())
