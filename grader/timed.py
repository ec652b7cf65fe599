"""Times one exercise through the fence: fresh inputs, the host's clock, every result verified.

A call's time runs from sending its inputs to the complete reply, which is the result itself: the
student's process reports no time, and cannot answer before it knows the result. What an empty call
with the same inputs takes is subtracted; it is measured in a child of its own that never holds the
student's code, so that nobody can make it look slow.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.correctness.comparing import is_right
from grader.correctness.questions import Question, question, stream
from grader.correctness.values import numbers
from grader.model.course import Case, CaseKind, Exercise
from grader.model.reference import Array, Reference
from grader.model.run import IN_PLACE, Convention, RunStatus, Target
from grader.model.running import Opener, Program, Session
from grader.timing.sweeping import Failed, Measured, Swept, sweep

ECHO = "echo.py"
EMPTY_CALL = {ECHO: "def echo(*arguments):\n    return arguments[0]\n"}
EMPTY_CALLS = 7  # of each size; the shortest counts
SHARE = 0.5  # of a child's CPU time, after which it is replaced before the next call
WRONG = "wrong"


def time_exercise(
    program: Program, target: Target, exercise: Exercise, reference: Reference, setting: "Setting"
) -> Swept:
    """Sweeps the exercise's sizes; without points when a result was wrong, or nothing was asked."""
    if exercise.sweep is None:
        return Swept()
    empty = setting.sandbox.open_program(ECHO, EMPTY_CALL, exercise)
    subject = _Subject(program, target, exercise, reference, setting.seed)
    echo = Target(name="echo", convention=_plain(target.convention), form=target.form)
    nothing = _Subject(empty, echo, exercise, reference, setting.seed)
    try:
        lane = _Lane(subject, nothing)
        return sweep(exercise.sweep, lane.call, time.perf_counter, seed=setting.order)
    finally:
        subject.close()
        nothing.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where and with which secrets a sweep is measured."""

    sandbox: Opener  # makes the child that empty calls are measured in
    seed: bytes  # of the inputs
    order: int = 0  # which order the sizes are mixed in


def _plain(convention: Convention) -> Convention:
    """Gives the convention an empty call is made by: a class costs nothing that is not its work."""
    if convention in {Convention.OBJECTS, Convention.PAIR}:
        return Convention.AB
    return convention


@dataclass(slots=True)
class _Subject:
    """One program's function, in a child that is replaced before its CPU time runs out."""

    program: Program
    target: Target
    exercise: Exercise
    reference: Reference
    seed: bytes
    session: Session | None = None
    used: float = 0.0  # seconds of calls in this child
    asked: int = 0

    def ask(self, size: int) -> Question:
        """Makes inputs that were never used before."""
        self.asked += 1
        rng = stream(self.seed, self.exercise.id, "sweep", str(size), str(self.asked))
        case = Case(size=size, kind=CaseKind.LARGE)
        return question(case, self.exercise, self.reference, rng)

    def ready(self) -> Session:
        """Gives a child with the program loaded and CPU time left."""
        if self.session is not None and self.used > SHARE * self.exercise.limits.cpu_seconds:
            self.close()
        if self.session is None:
            self.session, self.used = self.program.start(), 0.0
        return self.session

    def close(self) -> None:
        """Ends the child."""
        if self.session is not None:
            self.session.close()
        self.session = None


@dataclass(slots=True)
class _Lane:
    """Calls the student's function, and an empty one with inputs of the same size."""

    subject: _Subject
    nothing: _Subject
    empty: dict[int, float] = field(default_factory=dict)  # seconds, by size

    def call(self, size: int, times: int) -> Sequence[Measured]:
        """Calls back to back, and verifies every result when the clock stands still."""
        empty = self._empty(size)
        if isinstance(empty, Failed):
            return [empty]
        questions = [self.subject.ask(size) for _ in range(times)]
        measured, unverified = _calls(self.subject, questions)
        if not all(is_right(asked, result) for asked, result in unverified):
            return [Failed(WRONG, void=True)]
        return [one if isinstance(one, Failed) else max(0.0, one - empty) for one in measured]

    def _empty(self, size: int) -> Measured:
        """Measures what an empty call takes, once for each size."""
        if size not in self.empty:
            asked = [self.nothing.ask(size)] * EMPTY_CALLS
            measured, _ = _calls(self.nothing, asked)
            for one in measured:
                if isinstance(one, Failed):
                    return Failed(f"empty call: {one.reason}")
            self.empty[size] = min(one for one in measured if not isinstance(one, Failed))
        return self.empty[size]


def _calls(
    subject: _Subject, questions: Sequence[Question]
) -> tuple[list[Measured], list[tuple[Question, Array]]]:
    """Calls once for each question; all inputs are made before the first call."""
    session = subject.ready()
    if session.load.status is not RunStatus.OK:
        return [Failed(session.load.status.value)], []
    target = subject.target
    given = [asked.given(target.form) for asked in questions]
    shapes = [asked.shape if target.convention in IN_PLACE else () for asked in questions]
    measured: list[Measured] = []
    answered: list[tuple[Question, Array]] = []
    for asked, inputs, shape in zip(questions, given, shapes, strict=True):
        call = session.call(replace(target, shape=shape), inputs)
        if call.run.status is not RunStatus.OK or call.result is None:
            return [*measured, Failed(call.run.status.value)], answered
        result = numbers(call.result)
        if result is None:
            return [*measured, Failed(WRONG, void=True)], answered
        subject.used += call.run.wall_seconds
        measured.append(call.run.wall_seconds)
        answered.append((asked, result))
    return measured, answered
