"""Reports in a batch: read once, read again when they change, never a reason to run a program."""

from pathlib import Path

from tests.batch.classes import RIGHT, Classroom


def hand_in_report(room: Classroom, student: str, text: str) -> None:
    """Puts a report beside a student's program."""
    (room.folder / student / "report.docx").write_text(text, encoding="utf-8")


def outline_of(room: Classroom, student: str) -> tuple[str, int]:
    """The report that was read of a student, and how many characters it has."""
    (graded,) = (one for one in room.files.classes[-1].graded if one.sheet.student == student)
    report = graded.evidence.report
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
