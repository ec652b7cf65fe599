"""A course with data of two assignments on disk."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path

from msgspec.structs import replace

from grader.model.course import Assignment, Course, Retention
from tests.export.samples import ASSIGNMENT

KADAI1 = replace(ASSIGNMENT, due=datetime(2025, 4, 17, 14, 59, tzinfo=UTC))
KADAI2 = replace(ASSIGNMENT, id="kadai2", due=datetime(2025, 7, 1, 14, 59, tzinfo=UTC))
BOTH = (KADAI1, KADAI2)
FILES = (
    "results/kadai1/grades.csv",
    "results/kadai1/grader.sqlite",
    "results/kadai1/sheets/24A1201.html",
    "results/kadai2/grades.csv",
    "submissions/kadai1/24A1201/kadai1.py",
    "submissions/kadai1/.earlier/24A1201/kadai1.py",
    "submissions/kadai1/collected.json",
    "submissions/kadai2/24A1201/kadai2.py",
    "submissions/demo/kadai1/24A1201/kadai1.py",
    "submissions/old/24A1201/old.py",
    "submissions/.staging-1/file",
    "submissions/moodle.zip",
    "submissions/.gitignore",
    "submissions/README.md",
    "assignments/kadai1/assignment.toml",
    "course.toml",
)


def course(root: Path, keep_days: int | None = None, keep_until: date | None = None) -> Course:
    """The course, with or without a word on how long data stay."""
    stated = keep_days is not None or keep_until is not None
    retention = Retention(keep_days=keep_days, keep_until=keep_until) if stated else None
    return Course(root=root, title={}, zone="Asia/Tokyo", student_id="", retention=retention)


def fill(root: Path, files: Iterable[str] = FILES) -> Path:
    """Writes the files."""
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return root


def extended(assignment: Assignment, until: datetime) -> Assignment:
    """One student has more time."""
    return replace(assignment, extensions={"24A1201": until})


def files_of(root: Path) -> set[str]:
    """Every file that is there."""
    return {one.relative_to(root).as_posix() for one in root.rglob("*") if one.is_file()}
