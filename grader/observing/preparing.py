"""Makes what a whole class shares, and opens the tools of one worker.

A table may be legal and yet no right answer come of it, such as one that gives NumPy's arrays to a
function of PyTorch. So an exercise that asks for odd things is tried on our own right program
before anybody is graded, and the file is to be mended. Where the program fails with plain settings
as well, it is the machine's fault, which the self-check tells of each student.
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
    )
    _try_odd_exercises(setup)
    return setup


def tried_references(
    course: Course, assignment: Assignment, environ: Mapping[str, str]
) -> dict[str, Reference]:
    """Load the reference of every exercise, by its id, when it has been tried; see above."""
    digests = digest_references(course, assignment)
    for asker, exercises in by_asker(assignment.exercises):
        own = replace(assignment, exercises=exercises)
        asker.try_references(course, own, digests, environ)
    with silenced_references():
        return load_references(course, assignment)


def _try_odd_exercises(setup: Setup) -> None:
    """Try what is asked for on our own right programs, where they can seldom do that."""
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
"""Says why our right program for such an exercise does not come out right; "" when it does."""

WRONG_WITH_SETTING = (
    "the correct program {program} gives a wrong result with this setting "
    "({trouble}) but a correct one with {plain}; change the setting or the program"
)


def asks_oddly(exercise: Exercise) -> bool:
    """Return whether programs of its backend can seldom do what is asked for."""
    return any(True for _ in asker_of(exercise).odd_keys(exercise))


def refuse_impossible(assignment: Assignment, ask: AskProgram) -> None:
    """Raise CourseError with every key for which alone our own right programs fail."""
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

    Who checks one program alone has opened a `reader` before.
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
    """Begin what a submission's children will be forked from, and say for which exercises.

    It gets ready while the caller goes on; who starts the first child waits for what is left. Of
    the assignment it takes what is to be observed.
    """
    sandbox = tools.sandbox
    sandbox.expect(submission.texts.values())
    run = [exercise for exercise in assignment.exercises if not missing(exercise, here)]
    run = run if submission.main is not None else []
    for exercise in run:
        sandbox.begin(exercise)
    return run


def machine_facts(level: IsolationLevel) -> Mapping[str, str]:
    """Return the properties of this machine that the evidence depends on."""
    return Sandbox(level).facts()


def digest_references(course: Course, assignment: Assignment) -> dict[str, str]:
    """Hash every operation's reference: its program and the texts beside it, by operation."""
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
