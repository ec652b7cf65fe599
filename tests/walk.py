"""Prints which files the grading of one right program goes through, and in which order.

    python -m tests.walk kadai1            a program of the course's own, without a report
    python -m tests.walk outline FILE      what is read out of a Word or PDF file

A file is entered when one of its functions is called; functions count when they are called for the
first time, in that order. A stay is a run of functions of one file in it, a return a stay in a file
that was left before. What runs in other processes (the reader of sources, the sandbox) is not seen,
and what importing a module runs (bodies of classes, patterns that are put together) does not count.
"""

import os
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType

from grader.commands.devices import capabilities_for
from grader.course import load_assignment, load_course
from grader.grading import collect, grade
from grader.intake import read_submission, unread_submission
from grader.observing import machine_facts, open_tools, prepare_setup
from grader.sandbox import Sandbox, choose_level
from grader.source import SourceReader
from tests.tree import ROOT

PACKAGE = ROOT / "grader"


class Walk:
    """The functions of ours that were called, in the order of their first calls."""

    def __init__(self) -> None:
        """Begins before the first call."""
        self._met: dict[CodeType, str] = {}

    def called(self, frame: FrameType, event: str, argument: object) -> None:
        """Hears of a call; see sys.setprofile."""
        del argument
        code = frame.f_code
        is_function = code.co_flags & CO_OPTIMIZED
        if event == "call" and is_function and code not in self._met:
            path = Path(code.co_filename)
            if path.is_relative_to(PACKAGE) and not _is_imported(frame):
                self._met[code] = path.relative_to(PACKAGE).as_posix()

    @property
    def stays(self) -> list[tuple[str, int]]:
        """Files in the order in which they were entered, each with how many functions."""
        return [(file, len([*functions])) for file, functions in groupby(self._met.values())]

    @property
    def files(self) -> list[str]:
        """Each file once."""
        return [*dict.fromkeys(self._met.values())]


def _is_imported(frame: FrameType | None) -> bool:
    """Whether a module of ours that is being imported called it."""
    while frame is not None:
        code = frame.f_code
        if code.co_name == "<module>" and Path(code.co_filename).is_relative_to(PACKAGE):
            return True
        frame = frame.f_back
    return False


@contextmanager
def walked() -> Iterator[Walk]:
    """Follows what is called inside, in every thread of this process."""
    walk = Walk()
    threading.setprofile(walk.called)
    sys.setprofile(walk.called)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def walk_program(name: str) -> Walk:
    """Grades a right program of the course, and follows it from its files to its points."""
    course = load_course(ROOT)
    assignment = load_assignment(course, name)
    right = (ROOT / "reference/programs/matmul_python.py").read_bytes()
    level = choose_level(own_code=True).level
    here = capabilities_for([assignment], "auto")
    setup = prepare_setup(course, assignment, machine_facts(level), os.environ, here)
    with tempfile.TemporaryDirectory() as folder, SourceReader() as reader:
        (Path(folder) / assignment.source).write_bytes(right)
        with (
            open_tools(level, here, assignment.exercises, reader=reader) as tools,
            walked() as walk,
        ):
            unread = unread_submission("24A1201", [Path(folder)])
            submission = read_submission(unread, assignment)
            sheet = grade(collect(submission, setup, tools), assignment)
    assert sheet.awards
    return walk


def walk_outline(path: Path) -> Walk:
    """Has a report read in the sandbox, and follows what is made of its lines."""
    from grader.reports.outline import outline
    from grader.reports.reading import DocumentReader

    with Sandbox(choose_level(own_code=True).level, alone=True) as sandbox:
        document = DocumentReader(sandbox).read_document(path.name, path.read_bytes())
    with walked() as walk:
        outline(document)
    return walk


def say(walk: Walk) -> None:
    """Prints the way, then its length."""
    for file, functions in walk.stays:
        sys.stdout.write(f"{functions:4} {file}\n")
    stays, files = len(walk.stays), len(walk.files)
    sys.stdout.write(f"{files} files, {stays} stays, {stays - files} returns\n")


def main(words: Sequence[str]) -> None:
    """Walks as the words say."""
    match words:
        case ["outline", file]:
            say(walk_outline(Path(file)))
        case [name]:
            say(walk_program(name))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
