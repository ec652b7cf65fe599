"""Writes a draft: the whole folder at once, or nothing."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from grader.course.making.draft import Draft
from grader.course.making.plan import THERE
from grader.model.course import Course
from grader.model.errors import CourseError, Message


def write_draft(draft: Draft, course: Course) -> None:
    """Makes assignments/NAME, and the files beside it that the draft needs.

    The folder is made elsewhere in the course and moved when it is whole. Raises CourseError when
    something is in the way or cannot be written; then nothing of the draft is left.
    """
    assignments = course.root / "assignments"
    made: list[Path] = []
    try:
        assignments.mkdir(exist_ok=True)
        for name, text in draft.beside.items():
            _write_new(course.root / name, text, made)
        _move_in(draft.files, assignments, draft.name)
    except BaseException as error:
        for path in reversed(made):
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            reason = {"reason": error.strerror or str(error)}
            what = Message("cannot be written: {reason}", reason, f"assignments/{draft.name}")
            raise CourseError([what]) from error
        raise
    for name, text in draft.shared.items():
        _refresh(course.root / name, text)


def _write_new(path: Path, text: str, made: list[Path]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            made.append(path)
            file.write(text)
    except FileExistsError as error:
        where = f"{path.parent.name}/{path.name}"
        raise CourseError([Message(THERE, where=where)]) from error


def _move_in(files: Mapping[str, str], assignments: Path, name: str) -> None:
    # Beside `assignments`, where nothing looks for assignments, and on the same disk.
    place = Path(tempfile.mkdtemp(prefix=".new-", dir=assignments.resolve().parent))
    try:
        whole = place / name
        for file, text in files.items():
            path = whole / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        target = assignments / name
        if os.path.lexists(target):
            raise CourseError([Message(THERE, where=f"assignments/{name}")])
        whole.rename(target)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _refresh(path: Path, text: str) -> None:
    """Writes a file that is grader's own, such as a schema, unless it is the same already."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8", newline="\n")
