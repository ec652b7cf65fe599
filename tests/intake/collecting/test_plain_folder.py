"""A class without any LMS: a folder or a file for each student."""

from pathlib import Path

from msgspec.structs import replace

from grader.intake.collecting import CollectResult, collect
from grader.model.course import ReportSpec
from tests.intake.submitting import ASSIGNMENT, COURSE

PROGRAM = "def matmul(a, b):\n    return []\n"


def run(folder: Path, *inputs: Path, **more: object) -> CollectResult:
    """Collects into submissions/kadai1 of a course in this folder."""
    assignment, course = replace(ASSIGNMENT, report=ReportSpec()), replace(COURSE, root=folder)
    target = folder / "submissions" / "kadai1"
    return collect(inputs, course, assignment, target=target, **more)  # type: ignore[arg-type]  # options by name


def inbox(folder: Path) -> Path:
    """Makes what a class left on a shared disk."""
    made = folder / "inbox"
    for name, text in (
        ("24A1201/kadai1.py", PROGRAM),
        ("24A1201/report.docx", "report"),
        ("24A1202 佐藤 花子/kadai1.py", PROGRAM + "#"),
    ):
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return made


def test_a_folder_for_each_student_is_collected(tmp_path: Path) -> None:
    """By the ids; who is on the roster alone has handed in nothing."""
    roster = tmp_path / "meibo.csv"
    roster.write_text("学籍番号,氏名\n24A1201,山田 太郎\n24A1202,佐藤 花子\n24A1203,田中 実\n")
    result = run(tmp_path, inbox(tmp_path), roster=roster)
    target = tmp_path / "submissions" / "kadai1"
    files = (path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    assert sorted(files) == [
        *("24A1201/kadai1.py", "24A1201/report.docx", "24A1202/kadai1.py", "collected.json")
    ]
    assert result.collection.lms == "plain"
    assert result.collection.not_submitted == ("24A1203",)
    again = run(tmp_path, tmp_path / "inbox", roster=roster)
    assert again.unchanged == ("24A1201", "24A1202")


def test_of_tables_that_differ_no_time_is_taken(tmp_path: Path) -> None:
    """Whichever was given first; a time that both have, or one alone, counts."""
    tables = []
    for name, day in (("old", 10), ("new", 12)):
        rows = f"24A1201,2025-04-{day} 20:00\n24A1202,2025-04-11 20:00\n"
        tables.append(tmp_path / f"{name}.csv")
        tables[-1].write_text(f"学籍番号,提出日時\n{rows}", encoding="utf-8")
    for given in (tables, tables[::-1]):
        result = run(tmp_path, inbox(tmp_path), *given, dry_run=True)
        times = [each.received for each in result.collection.students]
        assert [time is None for time in times] == [True, False]
        (warning,) = result.warnings
        assert "the tables give 24A1201 different times" in str(warning)


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    """But it says what would be."""
    result = run(tmp_path, inbox(tmp_path), dry_run=True)
    assert not (tmp_path / "submissions").exists()
    assert [collected.student for collected in result.collection.students] == ["24A1201", "24A1202"]
