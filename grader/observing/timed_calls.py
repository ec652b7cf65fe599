"""Calls of one program through the fence: fresh inputs, the host's clock, every result verified.

A program reports no time. The host's clock runs around bringing the inputs, the calls, and fetching
the results (grader/sandbox/session.py). The calls' share is believed only as far as the other two
take what they usually take: whoever works in secret before or after pays for it. What is usual was
measured with an empty program in a child that never holds the student's code.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.correctness.comparing import is_right
from grader.correctness.questions import CaseQuestion, question, stream
from grader.correctness.values import numbers
from grader.model.course import Backend, Case, CaseKind, DeviceKind, Exercise
from grader.model.reference import Reference
from grader.model.run import (
    IN_PLACE,
    WITH_OBJECTS,
    Convention,
    Measurement,
    RunStatus,
    Target,
)
from grader.model.running import Opener, Program, Session
from grader.model.timing import WRONG
from grader.timing.pulse import Pulse
from grader.timing.sweeping import Failed, Measured, Sample

EMPTY = "empty.py"
EMPTY_CALL = {EMPTY: "def empty(*given):\n    return given[0]\n"}
EMPTY_C = "empty.c"
EMPTY_C_CALL = {EMPTY_C: "void empty(void) {}\n"}  # C lets it be given anything
EMPTY_TIMES = 3  # of each size, and some more of short ones; the shortest counts
SHARE = 0.5  # of a child's CPU time, after which it is replaced before the next call
MARGIN, LEAST = 1.25, 0.0003  # of what is usual, and seconds: longer is work
MOST_USUAL, AT_LEAST = 4.0, 0.002  # times an empty program's: how slow fetching may usually be
PATIENCE = 0.02  # seconds that a call waits for a calm moment


@dataclass(frozen=True, slots=True)
class Usual:
    """What the three requests take when there is nothing to do, in seconds."""

    prepare: float
    go: float
    fetch: float


@dataclass(slots=True)
class EmptyCalls:
    """What empty calls take on this machine, measured when it is first asked for."""

    sandbox: Opener  # not that of the subjects: a zygote serves one child at a time
    pulse: Pulse = field(default_factory=Pulse)  # of the machine, whatever is called
    _known: dict[tuple[object, ...], Usual | Failed] = field(default_factory=dict)

    def of(self, subject: "Subject", size: int, calls: int) -> Usual | Failed:
        """Gives the shortest times of as many empty calls with inputs of this size."""
        exercise, target = subject.exercise, subject.target
        kind = (exercise.operation, exercise.variant, exercise.dtype, exercise.backend)
        key = (*kind, exercise.device, target.form, _plain(target, exercise), size, calls)
        if key not in self._known:
            start = time.perf_counter()
            if exercise.device is DeviceKind.GPU:
                subject.rest()  # a device serves one child at a time
            self._known[key] = self._measured(subject, size, calls)
            subject.apart += time.perf_counter() - start
        return self._known[key]

    def _measured(self, subject: "Subject", size: int, calls: int) -> Usual | Failed:
        target = Target(
            name="empty",
            convention=_plain(subject.target, subject.exercise),
            form=subject.target.form,
        )
        name, texts = (EMPTY_C, EMPTY_C_CALL) if _is_c(subject) else (EMPTY, EMPTY_CALL)
        program = self.sandbox.open_program(name, texts, subject.exercise)
        nothing = replace(subject, program=program, target=target, session=None)
        asked = nothing.ask(size, calls)
        try:
            measured = []
            for _ in range(EMPTY_TIMES + calls.bit_length()):
                self.pulse.wait(PATIENCE)
                measured.append(nothing.call(asked))
        finally:
            nothing.rest()
        for one in measured:
            if isinstance(one, Failed):
                return Failed(f"empty call: {one.reason}")
        good = [one for one in measured if isinstance(one, Measurement)]
        return Usual(
            prepare=min(one.prepare_seconds for one in good),
            go=min(one.run.wall_seconds for one in good),
            fetch=min(min(one.fetch_seconds, one.fetch_again_seconds) for one in good),
        )


def _is_c(subject: "Subject") -> bool:
    return subject.exercise.backend is Backend.C


def _plain(target: Target, exercise: Exercise) -> Convention:
    """Gives the convention an empty call is made by: a class costs nothing that is not its work.

    An empty function of C returns nothing, so it is given a matrix to leave as it is.
    """
    if exercise.backend is Backend.C and target.convention not in IN_PLACE:
        return Convention.NABC
    if target.convention in WITH_OBJECTS:
        return Convention.AB
    return target.convention


@dataclass(slots=True)
class Subject:
    """One program's function, in a child that is replaced before its CPU time runs out."""

    program: Program
    target: Target
    exercise: Exercise
    reference: Reference
    seed: bytes
    session: Session | None = None
    used: float = 0.0  # seconds of requests in this child
    asked: int = 0
    apart: float = 0.0  # seconds that children took to start, and empty calls: no part of a sweep

    def clock(self) -> float:
        """Gives seconds, in which what is set apart does not pass."""
        return time.perf_counter() - self.apart

    def ask(self, size: int, calls: int) -> list[CaseQuestion]:
        """Makes inputs that were never used before."""
        return [self._question(size) for _ in range(calls)]

    def _question(self, size: int) -> CaseQuestion:
        self.asked += 1
        rng = stream(self.seed, self.exercise.id, "sweep", str(size), str(self.asked))
        case = Case(size=size, kind=CaseKind.LARGE)
        return question(case, self.exercise, self.reference, rng)

    def call(self, asked: Sequence[CaseQuestion]) -> Measurement | Failed:
        """Calls once for each question, back to back, in a child that has CPU time left."""
        session = self._ready()
        if session.load.status is not RunStatus.OK:
            return Failed(session.load.status.value)
        shape = asked[0].shape if self.target.convention in IN_PLACE else ()
        given = [one.given(self.target.form) for one in asked]
        measured = session.measure(replace(self.target, shape=shape), given)
        if measured.run.status is not RunStatus.OK:
            return Failed(measured.run.status.value)
        self.used += measured.prepare_seconds + measured.run.wall_seconds
        self.used += measured.fetch_seconds + measured.fetch_again_seconds
        return measured

    def _ready(self) -> Session:
        if self.used > SHARE * self.exercise.limits.cpu_seconds:
            self.rest()
        if self.session is None or not self.session.alive:
            self.rest()
            start = time.perf_counter()
            self.session = self.program.start()
            self.apart += time.perf_counter() - start
        return self.session

    def rest(self) -> None:
        """Ends the child; the next call gets a fresh one."""
        if self.session is not None:
            self.session.close()
        self.session, self.used = None, 0.0


@dataclass(slots=True)
class VerifiedCalls:
    """The calls of a sweep; see timing.sweeping.Caller."""

    subject: Subject
    empty: EmptyCalls
    _fetch: dict[tuple[int, int], float] = field(default_factory=dict)  # usual, by size and calls

    def __call__(self, size: int, calls: int) -> Measured:
        """Calls back to back, and verifies every result when the clock stands still."""
        usual = self.empty.of(self.subject, size, calls)
        if isinstance(usual, Failed):
            return usual
        asked = self.subject.ask(size, calls)
        before = self.empty.pulse.wait(PATIENCE)
        measured = self.subject.call(asked)
        calm = self.empty.pulse.calm() and before
        if isinstance(measured, Failed):
            return measured
        if not _all_right(asked, measured):
            # A function may hand out one list again and again: then each result is fetched at once.
            return Failed(WRONG, void=True) if calls == 1 else self(size, 1)
        on_device = max(0.0, measured.run.wall_seconds - measured.run.returned_seconds)
        return Sample(
            seconds=self._work(measured, usual, (size, calls)) / calls,
            device_seconds=on_device / calls if measured.run.returned_seconds else 0.0,
            calm=calm,
        )

    def _work(self, measured: Measurement, usual: Usual, key: tuple[int, int]) -> float:
        """Adds to the calls' time what the requests around them took beyond what is usual."""
        again = min(measured.fetch_again_seconds, self._fetch.get(key, math.inf))
        self._fetch[key] = again
        fetching = max(usual.fetch, min(again, MOST_USUAL * usual.fetch + AT_LEAST))
        return (
            max(0.0, measured.run.wall_seconds - usual.go)
            + _excess(measured.prepare_seconds, usual.prepare)
            + _excess(measured.fetch_seconds, fetching)
        )


def _excess(seconds: float, usual: float) -> float:
    """Says how much longer a request took than can be put down to chance."""
    return seconds - usual if seconds > MARGIN * usual + LEAST else 0.0


def _all_right(asked: Sequence[CaseQuestion], measured: Measurement) -> bool:
    if len(measured.results) != len(asked):
        return False
    pairs = zip(asked, measured.results, strict=True)
    results = [(one, numbers(value, axes=len(one.shape))) for one, value in pairs]
    return all(result is not None and is_right(one, result) for one, result in results)
