"""What an LMS marks as late without saying when it came in (INT001, for a person)."""

import io
from pathlib import Path

import openpyxl
import pytest

from grader.intake.collecting import CollectResult, collect
from grader.model.collection import NoteKind
from tests.lms.collecting.downloads import (
    ASSIGNMENT,
    PROGRAM,
    REPORTLIST,
    course,
    reportlist,
    roster,
    tree,
    zipped,
)
from tests.lms.collecting.lab import CLASS


def run(folder: Path, *inputs: Path) -> CollectResult:
    """Collects into a course in this folder."""
    listed = roster(folder / "meibo.csv", CLASS)
    target = folder / "submissions" / "kadai1"
    return collect(inputs, course(folder), ASSIGNMENT, target=target, roster=listed)


def marked(state: str) -> bytes:
    """Makes manaba's sheet with this state of the first student, and no time."""
    rows = [("u1", "24A1201", "山田 太郎", "2025-04-16 10:00:00", 1)]
    book = openpyxl.load_workbook(io.BytesIO(reportlist(rows)))
    sheet = book.active
    assert sheet is not None
    line = next(row for row in sheet.iter_rows() if row[5].value == "24A1201")
    line[REPORTLIST.index("#提出")].value = state
    line[REPORTLIST.index("#提出日時")].value = None
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


@pytest.mark.parametrize(("state", "late"), [("受付終了後提出", True), ("提出済", False)])
def test_manaba_s_mark_without_a_time(tmp_path: Path, state: str, late: bool) -> None:  # noqa: FBT001  a case
    """It is noted, no time is made up, and collecting again changes nothing."""
    files: dict[str, str | bytes] = {
        "report-1-2/24A1201@u1/kadai1.py": PROGRAM,
        "report-1-2/reportlist.xlsx": marked(state),
    }
    download = zipped(tmp_path / "manaba.zip", files)
    [student] = run(tmp_path, download).collection.students
    assert (NoteKind.LATE in {note.kind for note in student.notes}) is late
    assert student.received is None
    before = tree(tmp_path / "submissions")
    run(tmp_path, download)
    assert tree(tmp_path / "submissions") == before


@pytest.mark.parametrize(("mark", "late"), [("_LATE", True), ("", False)])
def test_canvas_s_mark(tmp_path: Path, mark: str, late: bool) -> None:  # noqa: FBT001  a case
    """LATE stands between the name and the number."""
    names = [f"山田太郎{mark}_5001_90001_kadai1.py", "佐藤花子_5002_90002_kadai1.py"]
    download = zipped(tmp_path / "canvas.zip", dict.fromkeys(names, PROGRAM))
    first, second = run(tmp_path, download).collection.students
    assert (NoteKind.LATE in {note.kind for note in first.notes}) is late
    assert NoteKind.LATE not in {note.kind for note in second.notes}
