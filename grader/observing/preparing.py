"""Prepare what a whole class shares, and open the tools of one worker.

A valid table may still have no right answer, such as one that passes NumPy arrays to a function of
PyTorch. So an exercise with unusual settings is tried on our own right program before any grading,
and a failure is reported as an error in the file. If the program fails with plain settings too, the
machine is at fault, and the self-check reports that for each student.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from msgspec.structs import replace

from grader.course import load_references, place_in, reference_files, silenced_references
from grader.kinds import asker_of, by_asker, missing, suffix_of
from grader.model.course import (
    Assignment,
    Course,
    Exercise,
)
from grader.model.errors import CourseError, Message
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.submission import Submission
from grader.observing.self_check import SelfChecks
from grader.observing.setup import SelfCheck, Setup, Tools, no_doubt
from grader.sandbox import IsolationLevel, Sandbox
from grader.source import SourceReader
from grader.store import course_secret


def prepare_setup(
    course: Course,
    assignment: Assignment,
    machine: Mapping[str, str],
    environ: Mapping[str, str],
    capabilities: Capabilities,
) -> Setup:
    """Load everything on which an assignment's observations depend. Raises CourseError.

    References are tried first in a separate process, since they might end or block this one.
    """
    references = tried_references(course, assignment, environ)
    setup = Setup(
        assignment=assignment,
        references=references,
        reference_digests=digest_references(course, assignment),
        machine=machine,
        secret=course_secret(course.root, environ),
        capabilities=capabilities,
    )
    _try_odd_exercises(setup)
    return setup


def tried_references(
    course: Course, assignment: Assignment, environ: Mapping[str, str]
) -> dict[str, Reference]:
    """Try the references of all exercises; return them by exercise id."""
    digests = digest_references(course, assignment)
    for asker, exercises in by_asker(assignment.exercises):
        own = replace(assignment, exercises=exercises)
        asker.try_references(course, own, digests, environ)
    with silenced_references():
        return load_references(course, assignment)


def _try_odd_exercises(setup: Setup) -> None:
    """Try exercises with unusual settings on our own right programs."""
    here, references = setup.capabilities, setup.references

    def can_be_tried(exercise: Exercise) -> bool:
        if not asks_oddly(exercise) or missing(exercise, here):
            return False
        return exercise.backend in references[exercise.id].programs

    level = IsolationLevel.of(setup.machine)
    if level is None or not any(map(can_be_tried, setup.assignment.exercises)):
        return
    self_check = SelfChecks()
    with silenced_references(), Sandbox(level, capabilities=here) as sandbox:

        def ask(exercise: Exercise) -> str:
            if missing(exercise, here):
                return ""
            trouble = self_check(exercise, references[exercise.id], sandbox)
            return trouble.rpartition(" come out right here: ")[2]

        refuse_impossible(setup.assignment, ask)


AskProgram = Callable[[Exercise], str]
"""Returns why our right program for an exercise fails; "" if it passes."""

WRONG_WITH_SETTING = (
    "the correct program {program} gives a wrong result with this setting "
    "({trouble}) but a correct one with {plain}; change the setting or the program"
)


def asks_oddly(exercise: Exercise) -> bool:
    """Return whether an exercise has settings that programs of its backend can seldom satisfy."""
    return any(True for _ in asker_of(exercise).odd_keys(exercise))


def refuse_impossible(assignment: Assignment, ask: AskProgram) -> None:
    """Raise CourseError with every setting that alone makes our own right program fail."""
    problems = []
    for index, exercise in enumerate(assignment.exercises):
        odd_keys = list(asker_of(exercise).odd_keys(exercise))
        trouble = ask(exercise) if odd_keys else ""
        if not trouble:
            continue
        ending = suffix_of(exercise.backend)
        program = f"reference/programs/{exercise.operation}_{exercise.backend}{ending}"
        reason = next((odd for odd in odd_keys if not ask(odd.exercise)), None)
        if reason is not None:
            where = place_in(assignment, ("exercise", index, reason.key))
            params = {"program": program, "trouble": trouble, "plain": reason.plain}
            problems.append(Message(WRONG_WITH_SETTING, params, where))
    if problems:
        raise CourseError(problems)


@contextmanager
def open_tools(
    level: IsolationLevel,
    capabilities: Capabilities,
    exercises: Sequence[Exercise],
    self_check: SelfCheck = no_doubt,
    reader: SourceReader | None = None,
) -> Iterator[Tools]:
    """Open one worker's tools, in its thread.

    A `reader` that is passed in is open already; it means that only one program is checked.
    """
    alone = reader is not None
    sandbox = Sandbox(level, capabilities=capabilities, exercises=exercises, alone=alone)
    opened = nullcontext(reader) if reader is not None else SourceReader()
    with opened as open_reader, sandbox:
        open_reader.pythons = {each.version: each.python for each in capabilities.pythons}
        yield Tools(reader=open_reader, sandbox=sandbox, self_check=self_check)


def begin_children(
    submission: Submission,
    assignment: Assignment,
    here: Capabilities,
    tools: Tools,
) -> Sequence[Exercise]:
    """Start the processes from which a submission's children are forked; return their exercises.

    They get ready in the background; the first child waits for the rest. `assignment` contains only
    the exercises to observe.
    """
    sandbox = tools.sandbox
    sandbox.expect(submission.texts.values())
    run = [exercise for exercise in assignment.exercises if not missing(exercise, here)]
    run = run if submission.main is not None else []
    for exercise in run:
        sandbox.begin(exercise)
    return run


def machine_facts(level: IsolationLevel) -> Mapping[str, str]:
    """Return the properties of this machine on which evidence depends."""
    return Sandbox(level).facts()


def digest_references(course: Course, assignment: Assignment) -> dict[str, str]:
    """Hash every operation's reference: its program and the accompanying texts, by operation."""
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
