"""Create the folder of a new course: its files, and a sample assignment to copy."""

import os
import re
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from grader.course import COURSE_FILE, load_course
from grader.model.course import Backend
from grader.model.errors import CourseError, Message
from grader.model.finding import LazyText
from grader.scaffolding.draft import make_draft, paths_of, render, write_new
from grader.scaffolding.plan import AssignmentPlan
from grader.wording import in_each_language

IGNORE = ".gitignore"
SAMPLE = "kadai0"
OPERATION = "matvec"
FILES: Mapping[str, str] = {
    COURSE_FILE: "course.toml",
    IGNORE: "course.gitignore",
    "README.md": "course.md",
}
"""Templates of the course's own files, by path in the course."""
REFERENCE: Mapping[str, str] = {
    f"reference/{OPERATION}.py": "matvec.py",
    f"reference/{OPERATION}.toml": "matvec.toml",
    f"reference/programs/{OPERATION}_python.py": "matvec_python.py",
    f"reference/programs/{OPERATION}_numpy.py": "matvec_numpy.py",
}
"""Templates for the sample assignment, by path in the course."""


class CoursePlan(Struct, frozen=True, kw_only=True):
    """The options for a new course."""

    title: Mapping[str, str]  # by language
    zone: str  # an IANA name
    student_id: str  # an example such as 24A1201, or a regular expression


class MadeCourse(Struct, frozen=True, kw_only=True):
    """Paths in the course that were written, and that existed already."""

    written: tuple[str, ...]
    kept: tuple[str, ...]
    unignored: tuple[str, ...]  # our rules that an existing .gitignore lacks


def id_pattern(text: str) -> str:
    r"""Return a regular expression for an example of a student id; keep an expression as it is.

    >>> id_pattern("24A1201")
    '\\d{2}[A-Z]\\d{4}'
    """
    if not re.fullmatch("[0-9A-Za-z]+", text):
        return text
    runs = re.findall("[0-9]+|[A-Za-z]+", text)
    signs = ((r"\d" if run.isdigit() else "[A-Z]", len(run)) for run in runs)
    return "".join(f"{sign}{{{count}}}" if count > 1 else sign for sign, count in signs)


def check_plan(plan: CoursePlan) -> None:
    """Raise CourseError with every problem that the plan would have as a course.toml."""
    with tempfile.TemporaryDirectory() as folder:
        _write(Path(folder), {COURSE_FILE: render(FILES[COURSE_FILE], _context(plan))})
        load_course(Path(folder))


def make_course(root: Path, plan: CoursePlan, due: datetime, more: Mapping[str, str]) -> MadeCourse:
    """Write a course into a folder, with the files of `more` (templates by path in the course).

    Existing files are kept. If the folder is a course already, only `more` is written. If a file
    cannot be written, removes the new files and raises CourseError.
    """
    context = _context(plan)
    own = {path: render(template, context) for path, template in more.items()}
    sample: Mapping[str, str] = {}
    if not os.path.lexists(root / COURSE_FILE):
        own |= {path: render(template, context) for path, template in FILES.items()}
        sample = _sample(own[COURSE_FILE], plan, due)
    elif not more:
        sentence = "already exists: this folder is a course; `grader new` adds assignments"
        raise CourseError([Message(sentence, where=str(root / COURSE_FILE))])
    every = (*own, *([f"assignments/{SAMPLE}"] if sample else []), *sample)
    there = tuple(path for path in every if os.path.lexists(root / path))
    if not own.keys() >= set(there):
        sample = {}  # the sample is written completely or not at all
    wanted = {path: text for path, text in {**own, **sample}.items() if path not in there}
    _write(root, wanted)
    return MadeCourse(
        written=tuple(sorted(wanted)),
        kept=there,
        unignored=_unignored(root, own[IGNORE]) if IGNORE in there else (),
    )


def _context(plan: CoursePlan) -> Mapping[str, object]:
    pattern = id_pattern(plan.student_id)
    return {"plan": plan, "pattern": pattern, "sample": SAMPLE, "operation": OPERATION}


def _sample(course_toml: str, plan: CoursePlan, due: datetime) -> Mapping[str, str]:
    """Draft an assignment as `grader new` does, in a temporary course."""
    files = {path: render(template, _context(plan)) for path, template in REFERENCE.items()}
    with tempfile.TemporaryDirectory() as folder:
        _write(Path(folder), {COURSE_FILE: course_toml, **files})
        wanted = AssignmentPlan(
            name=SAMPLE,
            title=in_each_language(LazyText("new.sample")),
            due=due,
            source=f"{SAMPLE}.py",
            operations=(OPERATION,),
            backends=(Backend.PYTHON,),
        )
        draft = make_draft(wanted, load_course(Path(folder)))
    return {**files, **paths_of(draft)}


def _unignored(root: Path, ours: str) -> tuple[str, ...]:
    """Return our rules that an existing .gitignore lacks."""
    own = (root / IGNORE).read_text(encoding="utf-8", errors="replace").splitlines()
    rules = [line for line in ours.splitlines() if line and not line.startswith("#")]
    return tuple(rule for rule in rules if rule not in map(str.strip, own))


def _write(root: Path, files: Mapping[str, str]) -> None:
    made: list[Path] = []
    try:
        for path, text in files.items():
            write_new(root / path, text, made)
    except BaseException as error:
        for file in made:
            file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            reason = {"reason": error.strerror or str(error)}
            raise CourseError(
                [Message("cannot be written: {reason}", reason, error.filename or str(root))]
            ) from error
        raise
