"""Reports in a batch: read once, read again when they change, never a reason to run a program."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.document import Document, FileKind, Line
from grader.model.running import SandboxDoor
from grader.reports import inspector
from grader.reports.record import report_of
from grader.store import Store
from tests.batch.classes import RIGHT, Classroom
from tests.store.records_for_tests import decision


class LineReader:
    """Takes every line of a file for a line of the report."""

    def __init__(self, sandbox: SandboxDoor) -> None:
        """Needs none."""

    def begin(self, name: str = "") -> None:
        """Has nothing to begin."""

    def read_document(self, name: str, data: bytes) -> Document:
        """Reads in this process."""
        lines = tuple(Line(text=line) for line in data.decode("utf-8", "replace").splitlines())
        return Document(kind=FileKind.DOCX, lines=lines)


@pytest.fixture(autouse=True)
def _lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads without a sandbox."""
    monkeypatch.setattr(inspector, "DocumentReader", LineReader)


def hand_in_report(room: Classroom, student: str, text: str) -> None:
    """Puts a report beside a student's program."""
    (room.folder / student / "report.docx").write_text(text, encoding="utf-8")


def outline_of(room: Classroom, student: str) -> tuple[str, int]:
    """The report that was read of a student, and how many characters it has."""
    (graded,) = (one for one in room.files.classes[-1].graded if one.sheet.student == student)
    report = report_of(graded.evidence)
    assert report is not None
    return report.file, report.outline.characters if report.outline else 0


def test_a_report_is_read_with_the_program(tmp_path: Path) -> None:
    """What stands in it is kept with the evidence."""
    room = Classroom(tmp_path, {"24A1201": RIGHT})
    hand_in_report(room, "24A1201", "目的")
    room.grade()
    assert outline_of(room, "24A1201") == ("report.docx", 2)


def test_a_mended_report_runs_no_program_again(tmp_path: Path) -> None:
    """Only the report is read again; then nothing is left to do."""
    room = Classroom(tmp_path, {"24A1201": RIGHT})
    hand_in_report(room, "24A1201", "目的")
    room.grade()
    hand_in_report(room, "24A1201", "目的と方法")
    assert room.grade().observed == ("24A1201",)
    assert outline_of(room, "24A1201") == ("report.docx", 5)
    assert room.ran == []
    assert room.grade().unchanged == ("24A1201",)
    assert outline_of(room, "24A1201") == ("report.docx", 5)


def test_points_of_a_person_who_read_another_report_are_named(tmp_path: Path) -> None:
    """They count as before, and are named in every run until somebody has read the new one."""
    room = Classroom(tmp_path, {"24A1201": RIGHT, "24A1202": RIGHT})
    for student in ("24A1201", "24A1202"):
        hand_in_report(room, student, "目的")
    assert room.grade().overtaken == ()
    with Store(room.out, "kadai1") as store:
        for student, row in store.observed().items():
            store.decide(replace(decision(1.5, student), evidence=row.key))
    hand_in_report(room, "24A1202", "目的と方法")
    result = room.grade()
    assert result.overtaken == room.grade().overtaken == ("24A1202",)
    assert {"TA"} == {
        award.decided_by
        for graded in result.graded
        for award in graded.sheet.awards
        if award.criterion == "form"
    }
    with Store(room.out, "kadai1") as store:
        said = decision(1.5, "24A1202")
        key = store.observed()["24A1202"].key
        store.decide(replace(said, at=said.at.replace(hour=13), evidence=key))
    assert room.grade().overtaken == ()


def test_a_report_that_is_asked_for_in_mid_course_overtakes_nobody(tmp_path: Path) -> None:
    """What people decided about programs was decided about the same programs."""
    room = Classroom(tmp_path, {"24A1201": RIGHT, "24A1202": RIGHT})
    file = room.course.root / "assignments" / "kadai1" / "assignment.toml"
    whole = file.read_text(encoding="utf-8")
    begin, end = whole.index("[report]"), whole.index("[[rubric]]")
    rubric = re.sub(r"(checks|evidence) = .*REP.*", "", whole[end:])
    file.write_text(whole[:begin] + rubric, encoding="utf-8")
    room.grade()
    with Store(room.out, "kadai1") as store:
        for student, row in store.observed().items():
            store.decide(replace(decision(1.5, student), evidence=row.key))
    file.write_text(whole, encoding="utf-8")
    assert room.grade().overtaken == ()
    assert room.ran == []
    hand_in_report(room, "24A1201", "目的")
    assert room.grade().overtaken == ()
    (room.folder / "24A1202" / "kadai1.py").write_text(RIGHT + "\n", encoding="utf-8")
    assert room.grade().overtaken == ("24A1202",)
