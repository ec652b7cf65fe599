"""What a whole class shares, and the tools that each thread opens for itself."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from grader.course import load_reference
from grader.grading import Setup, Tools
from grader.model.course import Assignment, Course
from grader.model.errors import CourseError
from grader.policy import SourceReader
from grader.sandbox import Rung, Sandbox
from grader.store import course_secret

OpenTools = Callable[[], AbstractContextManager[Tools]]
"""Opens and closes one thread's tools, in that thread."""


def prepare_setup(
    course: Course,
    assignment: Assignment,
    machine: Mapping[str, str],
    environ: Mapping[str, str],
) -> Setup:
    """Loads what the observations of one assignment depend on."""
    operations = sorted({exercise.operation for exercise in assignment.exercises})
    return Setup(
        assignment=assignment,
        references={name: load_reference(course, name) for name in operations},
        reference_digests={name: _digest(course, name) for name in operations},
        machine=machine,
        secret=course_secret(course.root, environ),
    )


def open_tools_on(rung: Rung) -> OpenTools:
    """Gives the way to open tools whose sandbox stands on this rung of the ladder."""

    @contextmanager
    def open_tools() -> Iterator[Tools]:
        with SourceReader() as reader, Sandbox(rung) as sandbox:
            yield Tools(reader=reader, sandbox=sandbox)

    return open_tools


def _digest(course: Course, operation: str) -> str:
    path = course.root / "reference" / f"{operation}.py"
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise CourseError((f"{path}: cannot be read: {error.strerror}",)) from error
