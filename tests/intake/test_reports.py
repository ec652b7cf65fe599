"""Which file the report is: by its name, and only where that is clear."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake import read_submission, report_bytes, submission_of_report
from grader.intake.reports import choose_report
from grader.intake.students import unread_submission
from grader.model.course import ReportSpec
from grader.model.errors import IntakeError
from grader.model.submission import Submission, Trouble
from tests.intake.submitting import ASSIGNMENT, STUDENT


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["kadai1.py", "report.docx"], "report.docx"),
        (["kadai1.py", "report.pdf", "fig1.pdf", "fig2.pdf"], "report.pdf"),
        (["kadai1.py", "レポート.pdf", "graph.png"], "レポート.pdf"),
        (["kadai1.py", "課題1報告書.docx", "ノート.pdf"], "課題1報告書.docx"),
        (["kadai1.py", "kadai1.pdf", "参考.pdf"], "kadai1.pdf"),
        (["kadai1.py", "24a1201.docx", "参考.docx"], "24a1201.docx"),
        (["kadai1.py", "無題の文書.pdf"], "無題の文書.pdf"),
        (["kadai1.py", "result.pdf", "handout.pdf"], "result.pdf"),
        (["kadai1.py", "main.pdf", "plot.pdf", "main.tex"], "main.pdf"),
        (["kadai1.py", "a.pdf", "figures/b.pdf", "figures/c.pdf"], "a.pdf"),
        (["kadai1.py", "report.docx", "report.pdf"], "report.pdf"),  # the same, as it is seen
        (["kadai1.py", "report.docx", "~$report.docx"], "report.docx"),
        (["kadai1.py", "report.pages"], "report.pages"),
        (["kadai1.py", "report.doc", "notes.txt"], "report.doc"),
        (["kadai1.py", "report.odt", "report.docx"], "report.docx"),
        (["kadai1.py", "レポート.txt"], "レポート.txt"),
        (["kadai1.py", "report.html"], "report.html"),
        (["kadai1.py", "~$report.docx"], "~$report.docx"),  # better than "there is none"
        (["kadai1.py", "ＲＥＰＯＲＴ.ＤＯＣＸ"], "ＲＥＰＯＲＴ.ＤＯＣＸ"),
    ],
)
def test_the_report_is_found(names: list[str], chosen: str) -> None:
    """Its name tells, whatever lies beside it."""
    assert choose_report(names, "kadai1.py", STUDENT) == (chosen,)


@pytest.mark.parametrize(
    "names",
    [
        [],
        ["kadai1.py"],
        ["kadai1.py", "requirements.txt", "README.md", "result.csv"],
        ["kadai1.py", "graph.png", "times.xlsx"],
        ["report.py"],
        ["report.ipynb", "report.py.txt"],
    ],
)
def test_what_is_no_report_is_not_taken_for_one(names: list[str]) -> None:
    """A program, data or a picture is none."""
    assert choose_report(names, "kadai1.py", STUDENT) == ()


@pytest.mark.parametrize(
    "names",
    [
        ["report_final.docx", "report_old.docx"],
        ["a.pdf", "b.pdf"],
        ["report1.pdf", "report2.docx"],
    ],
)
def test_nobody_guesses_between_two(names: list[str]) -> None:
    """A person chooses."""
    assert choose_report(names, "kadai1.py", STUDENT) == tuple(names)


def submission_with(folder: Path, files: dict[str, bytes]) -> Submission:
    """Reads a folder with these files, for an assignment that asks for a report."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return read_submission(unread_submission(STUDENT, [folder]), ASKED)


ASKED = replace(ASSIGNMENT, report=ReportSpec(file_bytes=1000))


def test_the_same_bytes_twice_are_one_report(tmp_path: Path) -> None:
    """A copy makes nobody choose."""
    found = submission_with(tmp_path, {"a.pdf": b"%PDF-", "b.pdf": b"%PDF-"})
    assert found.report is not None
    assert (found.report.name, found.reports) == ("a.pdf", ())


def test_its_bytes_stay_on_disk(tmp_path: Path) -> None:
    """Only their hash is held, and they are read when they are needed."""
    found = submission_with(tmp_path, {"report.pdf": b"%PDF-1"})
    assert found.report is not None
    assert report_bytes(found.report, ReportSpec()) == b"%PDF-1"


def test_another_report_is_no_other_program(tmp_path: Path) -> None:
    """A mended report runs no program again."""
    one = submission_with(tmp_path, {"kadai1.py": b"x = 1\n", "report.pdf": b"%PDF-1"})
    two = submission_with(tmp_path, {"report.pdf": b"%PDF-2"})
    assert one.digest == two.digest
    assert one.report is not None
    assert two.report is not None
    assert one.report.digest != two.report.digest


def test_a_report_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """Its size is told."""
    found = submission_with(tmp_path, {"report.pdf": bytes(1001)})
    assert found.report is not None
    assert (found.report.trouble, found.report.size_bytes) == (Trouble.TOO_LARGE, 1001)


def test_nothing_is_looked_for_where_none_is_asked(tmp_path: Path) -> None:
    """An assignment without a report has none."""
    (tmp_path / "report.pdf").write_bytes(b"%PDF-")
    assert read_submission(unread_submission(STUDENT, [tmp_path]), ASSIGNMENT).report is None


@pytest.mark.parametrize("name", ["missing.pdf", "."])
def test_what_is_no_file_is_said(tmp_path: Path, name: str) -> None:
    """One's own report has to be there."""
    with pytest.raises(IntakeError):
        submission_of_report(tmp_path / name, ASKED)
