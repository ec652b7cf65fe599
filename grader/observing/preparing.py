"""Makes what a whole class shares, and opens the tools of one worker."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Thread

from grader.course import load_references, reference_files, silenced_references
from grader.model.course import Assignment, Course, Exercise
from grader.model.errors import CourseError, Message
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.running import DocumentReader
from grader.observing.exercise_trial import asks_oddly, refuse_impossible
from grader.observing.reference_trial import ensure_references
from grader.observing.self_check import SelfChecks
from grader.observing.setup import Setup, Tools
from grader.policy import SourceReader
from grader.sandbox import IsolationLevel, Probe, Sandbox, document_libraries_missing
from grader.store import course_secret

LOOKING = ("numpy", "PIL.Image", "grader.report")  # what looks at a document that was read


def prepare_setup(
    course: Course,
    assignment: Assignment,
    machine: Mapping[str, str],
    environ: Mapping[str, str],
    capabilities: Capabilities,
) -> Setup:
    """Loads what the observations of one assignment depend on; CourseError says what is wrong.

    References are first tried apart from this process, which they might end or hold up.
    """
    references = tried_references(course, assignment, environ)
    setup = Setup(
        assignment=assignment,
        references=references,
        reference_digests=digest_references(course, assignment),
        machine=machine,
        secret=course_secret(course.root, environ),
        capabilities=capabilities,
        reading_lacks=lacks_for_reading(assignment),
    )
    _try_odd_exercises(setup)
    return setup


def tried_references(
    course: Course, assignment: Assignment, environ: Mapping[str, str]
) -> dict[str, Reference]:
    """Loads the reference of every exercise, by its id, when it has been tried; see above."""
    digests = digest_references(course, assignment)
    ensure_references(course.root, assignment, digests, environ)
    with silenced_references():
        return load_references(course, assignment)


def lacks_for_reading(assignment: Assignment) -> tuple[str, ...]:
    """Names the libraries that are not here and without which the reports cannot be read."""
    return document_libraries_missing() if assignment.report else ()


def _try_odd_exercises(setup: Setup) -> None:
    """Tries what is asked for on our own right programs, where they can seldom do that."""
    here, references = setup.capabilities, setup.references

    def can_be_tried(exercise: Exercise) -> bool:
        has_program = exercise.backend in references[exercise.id].programs
        return has_program and asks_oddly(exercise) and not here.missing(exercise)

    level = IsolationLevel.of(setup.machine)
    if level is None or not any(map(can_be_tried, setup.assignment.exercises)):
        return
    self_check = SelfChecks()
    with silenced_references(), Sandbox(level, capabilities=here) as sandbox:

        def ask(exercise: Exercise) -> str:
            if here.missing(exercise):
                return ""
            trouble = self_check(exercise, references[exercise.id], sandbox)
            return trouble.rpartition(" come out right here: ")[2]

        refuse_impossible(setup.assignment, ask)


@contextmanager
def open_tools(
    level: IsolationLevel,
    capabilities: Capabilities,
    exercises: Iterable[Exercise],
    answers: Path | None = None,
) -> Iterator[Tools]:
    """Opens one worker's tools, in its thread; workers that name the same `answers` share them."""
    sandbox = Sandbox(level, capabilities=capabilities, exercises=exercises)
    with SourceReader() as reader, sandbox:
        yield Tools(reader=reader, sandbox=sandbox, self_check=SelfChecks(answers))


@contextmanager
def open_documents(probe: Probe) -> Iterator[tuple[DocumentReader, tuple[str, ...]]]:
    """Opens what reads reports, and names the libraries that are not here.

    Where all are here, what looks at what was read is loaded meanwhile.
    """
    missing = document_libraries_missing()
    if not missing:
        Thread(target=_load_what_looks, daemon=True).start()
    with Sandbox(probe.level) as sandbox:
        yield sandbox, missing


def _load_what_looks() -> None:
    for name in LOOKING:
        import_module(name)


def machine_facts(level: IsolationLevel) -> Mapping[str, str]:
    """Says what the evidence depends on about this machine."""
    return Sandbox(level).facts()


def digest_references(course: Course, assignment: Assignment) -> dict[str, str]:
    """Hashes every operation's reference: its program and the texts beside it, by operation."""
    operations = sorted({exercise.operation for exercise in assignment.exercises})
    return {operation: _digest(reference_files(course, operation)) for operation in operations}


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        try:
            content = path.read_bytes()
        except OSError as error:
            problem = Message(
                "{path}: cannot be read: {reason}", {"path": path, "reason": error.strerror}
            )
            raise CourseError([problem]) from error
        digest.update(f"{path.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
