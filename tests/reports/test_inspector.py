"""Reading a report: what is asked of the fence, and what its answers become."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake import read_submission
from grader.intake.students import unread_submission
from grader.model.course import ReportSpec
from grader.model.document import Document, FileKind, Line, ReadTrouble
from grader.model.report import ReportEvidence
from grader.reports import inspector
from grader.reports.inspector import read_report
from tests.intake.submitting import ASSIGNMENT, hand_in

ASKED = replace(ASSIGNMENT, report=ReportSpec(file_bytes=1000))
READ = Document(kind=FileKind.DOCX, lines=(Line(text="１．目的"), Line(text="調べる。")))


class Reader:
    """Gives the document it was told to, and remembers what it was asked."""

    def __init__(self, document: Document = READ) -> None:
        self.document = document
        self.asked: list[tuple[str, bytes]] = []

    def read_document(self, name: str, data: bytes) -> Document:
        """Reads nothing."""
        self.asked.append((name, data))
        return self.document


class Raising:
    """A fence that fails."""

    def read_document(self, name: str, data: bytes) -> Document:
        """Is our own fault."""
        raise ZeroDivisionError


def read(folder: Path, files: dict[str, str | bytes], reader: Reader | Raising) -> ReportEvidence:
    """Observes the report of a submission with these files."""
    root = hand_in(folder, files)
    found = read_report(read_submission(unread_submission("24A1201", [root]), ASKED), ASKED, reader)
    assert found is not None
    return found


def test_the_outline_is_what_stands_in_the_file(tmp_path: Path) -> None:
    """The file's bytes go in, never its path."""
    reader = Reader()
    found = read(tmp_path, {"report.docx": b"PK"}, reader)
    assert reader.asked == [("report.docx", b"PK")]
    assert (found.file, found.kind, found.size_bytes) == ("report.docx", FileKind.DOCX, 2)
    assert found.outline is not None
    assert found.outline.characters > 0
    assert found.key.startswith("sha256:")


@pytest.mark.parametrize("trouble", list(ReadTrouble))
def test_what_could_not_be_read_has_no_outline(tmp_path: Path, trouble: ReadTrouble) -> None:
    """Why not is told."""
    reader = Reader(Document(kind=FileKind.PDF, trouble=trouble, detail="why"))
    found = read(tmp_path, {"report.pdf": b"%PDF"}, reader)
    assert (found.reading, found.detail, found.outline) == (trouble, "why", None)


def test_what_was_read_until_the_end_came_is_kept(tmp_path: Path) -> None:
    """A limit on page 9 does not take page 1 away."""
    reader = Reader(replace(READ, trouble=ReadTrouble.TIME))
    assert read(tmp_path, {"report.docx": b"PK"}, reader).outline is not None


def test_our_own_fault_is_no_trouble_of_the_report(tmp_path: Path) -> None:
    """It is the plugin's: the report is read again the next time."""
    with pytest.raises(ZeroDivisionError):
        read(tmp_path, {"report.docx": b"PK"}, Raising())


def test_without_the_libraries_it_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked."""
    lacking = ("lxml", "pypdf")
    monkeypatch.setattr(inspector, "document_libraries_missing", lambda: lacking)
    found = read(tmp_path, {"report.docx": b"PK"}, Raising())
    assert (found.waiting, found.trouble) == (lacking, "")


def test_a_file_over_the_cap_is_not_brought(tmp_path: Path) -> None:
    """Its size alone says enough."""
    found = read(tmp_path, {"report.docx": bytes(2000)}, Raising())
    assert (found.reading, found.size_bytes) == (ReadTrouble.TOO_LARGE, 2000)


def test_no_report_and_several(tmp_path: Path) -> None:
    """Both are told, and nothing is read."""
    assert read(tmp_path, {"kadai1.py": "x = 1\n"}, Raising()).candidates == ()
    files: dict[str, str | bytes] = {"a.pdf": b"1", "b.pdf": b"2"}
    assert read(tmp_path, files, Raising()).candidates == ("a.pdf", "b.pdf")


def test_an_assignment_without_a_report_has_none(tmp_path: Path) -> None:
    """Nothing is looked at."""
    root = hand_in(tmp_path, {"report.docx": b"PK"})
    submission = read_submission(unread_submission("24A1201", [root]), ASSIGNMENT)
    assert read_report(submission, ASSIGNMENT, Raising()) is None


def test_the_key_follows_the_bytes(tmp_path: Path) -> None:
    """Another report is read anew."""
    keys = {
        read(tmp_path, {"report.docx": content}, Reader()).key for content in (b"1", b"2", b"1")
    }
    assert len(keys) == 2
