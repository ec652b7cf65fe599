"""Makes submissions on disk for the tests of this room."""

import json
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from grader.intake import find_students, read_submission
from grader.model.course import Assignment, Course
from grader.model.evidence import Evidence, nothing_observed
from grader.model.submission import Submission, Trouble

COURSE = Course(
    root=Path(), title={"ja": "実習", "en": "Lab"}, zone="Asia/Tokyo", student_id=r"\d{2}[A-Z]\d{4}"
)
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題1", "en": "Assignment 1"},
    due=datetime(2025, 4, 17, tzinfo=UTC),
    source="kadai1.py",
    exercises=(),
    rubric=(),
    folder=Path(),
    file_bytes=65_536,
)
PROGRAM = "def matmul(a, b):\n    return []\n"
STUDENT = "24A1201"


def bare(student: str) -> Evidence:
    """Evidence of a program that was not run."""
    nothing = nothing_observed(student, ASSIGNMENT.id)
    return replace(nothing, main="kadai1.py", encoding="utf-8", files=("kadai1.py",))


def hand_in(folder: Path, files: dict[str, str | bytes], student: str = STUDENT) -> Path:
    """Writes one student's files; returns the student's folder."""
    root = folder / student
    root.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return root


def read(folder: Path) -> Submission:
    """Reads the only submission in a class folder."""
    (handin,) = find_students(folder, COURSE)
    return read_submission(handin, ASSIGNMENT)


def troubles(submission: Submission) -> list[tuple[str, Trouble]]:
    """Lists a submission's troubles by file."""
    return [(trouble.file, trouble.trouble) for trouble in submission.troubles]


def notebook(*cells: str, **more: object) -> str:
    """Writes a notebook with these code cells."""
    made = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    return json.dumps({"nbformat": 4, "cells": made, **more})
