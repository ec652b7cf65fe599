"""Calls of one program through the sandbox: fresh inputs, the host's clock, every result verified.

A program reports no time. The host's clock and the kernel's account of the program's process are
read around bringing the inputs, the call, and fetching the result (grader/sandbox/session.py). The
call's share is believed only as far as the other two take what they usually take: whoever works in
secret before or after pays for it. What is usual was measured with an empty program in a child that
never holds the student's code.

What counts is the CPU time of all threads, on the one CPU that is measured on: a call that shared
it with others was not slow. The wall counts where the child was idle meanwhile, for who sleeps or
has the work done elsewhere is not quick; where the kernel tells nothing; and on a GPU.
"""

import time
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from grader.backends import library_of
from grader.cases.comparing import is_right
from grader.cases.questions import CaseQuestion, question
from grader.cases.values import numbers
from grader.kinds import kind_of, suffix_of
from grader.model.calling import IN_PLACE, WITH_OBJECTS, Convention, Target
from grader.model.course import Case, CaseKind, DeviceKind, Exercise
from grader.model.measurement import Measurement, Spent
from grader.model.reference import Reference
from grader.model.run import RunStatus
from grader.model.running import Opener, Program, Session
from grader.model.timing import WRONG
from grader.timing.conditions import Pulse
from grader.timing.sweeping import Failed, Measured, Sample

EMPTY_CALL = "def empty(*given):\n    return given[0]\n"
EMPTY_TIMES, EMPTY_MOST = 4, 12  # calls of each size (the shortest counts); more …
EMPTY_SECONDS = 0.02  # … until this many seconds are used: on a busy machine few are undisturbed
SHARE = 0.5  # of a child's CPU time, after which it is replaced before the next call
MARGIN, LEAST = 1.25, 0.0003  # times the usual time, plus seconds: a longer request did work
MOST_USUAL, AT_LEAST = 4.0, 0.002  # times an empty fetch, plus seconds: the slowest usual fetch
FETCHED_AGAIN = 2  # calls of a size until the usual time of fetching is known
PATIENCE = 0.02  # seconds that a call waits for a calm moment; no longer than it takes itself
MOST_WAITED = 2.0  # times a call's own time: how much it may be delayed by others
IDLE_SHARE, IDLE_LEAST = 0.1, 0.0005  # times its time, plus seconds: beyond this it was waiting


class Usual(Struct, frozen=True):
    """Usual times of the three requests if they do no work, in seconds."""

    prepare: float
    go: float
    fetch: float


class EmptyCalls(Struct):
    """Times of empty calls on this machine, measured on first use."""

    sandbox: Opener  # separate from the subjects': a zygote serves one child at a time
    pulse: Pulse = field(default_factory=Pulse)  # of the machine, whatever is called
    _known: dict[tuple[object, ...], Usual | Failed] = field(default_factory=dict)

    def of(self, subject: "Subject", size: int) -> Usual | Failed:
        """Return the shortest times of an empty call with inputs of this size."""
        exercise, target = subject.exercise, subject.target
        kind = (
            exercise.operation,
            exercise.variant,
            exercise.dtype,
            exercise.backend,
            exercise.python,
        )
        key = (*kind, exercise.device, target.form, _plain(target, exercise), subject.by_wall, size)
        if key not in self._known:
            start = time.perf_counter()
            if exercise.device is DeviceKind.GPU:
                subject.rest()  # a device serves one child at a time
            self._known[key] = self._measured(subject, size)
            subject.apart += time.perf_counter() - start
        return self._known[key]

    def _measured(self, subject: "Subject", size: int) -> Usual | Failed:
        target = Target(
            name="empty",
            convention=_plain(subject.target, subject.exercise),
            form=subject.target.form,
        )
        name, text = _empty_program(subject)
        program = self.sandbox.open_program(name, {name: text}, subject.exercise)
        nothing = replace(subject, program=program, target=target, session=None)
        inputs = nothing.ask(size)
        try:
            measured: list[Measurement | Failed] = []
            start = time.perf_counter()
            while len(measured) < EMPTY_TIMES or (
                len(measured) < EMPTY_MOST and time.perf_counter() < start + EMPTY_SECONDS
            ):
                self.pulse.wait(PATIENCE)
                measured.append(nothing.call(inputs))
        finally:
            nothing.rest()
        for measurement in measured:
            if isinstance(measurement, Failed):
                return Failed(f"empty call: {measurement.reason}")
        good = [measurement for measurement in measured if isinstance(measurement, Measurement)]
        took = partial(seconds_of, by_wall=subject.by_wall)
        return Usual(
            prepare=min(took(each.prepare) for each in good),
            go=min(took(each.go) for each in good),
            fetch=min(took(fetch) for each in good for fetch in each.parts[2:]),
        )


def _empty_program(subject: "Subject") -> tuple[str, str]:
    """Return name and text of an empty program; it imports the library that makes its inputs."""
    backend = subject.exercise.backend
    name = f"empty{suffix_of(backend)}"
    if (empty := kind_of(subject.exercise).empty(subject.target.convention)) is not None:
        return name, empty[0]
    library = library_of(backend)
    return name, (f"import {library}\n" if library else "") + EMPTY_CALL


def _plain(target: Target, exercise: Exercise) -> Convention:
    """Return the convention for an empty call, which creates no objects of a class."""
    if (empty := kind_of(exercise).empty(target.convention)) is not None:
        return empty[1]
    if target.convention in WITH_OBJECTS:
        return Convention.AB
    return target.convention


class Subject(Struct):
    """One program's function, in a child that is replaced before its CPU time runs out."""

    program: Program
    target: Target
    exercise: Exercise
    reference: Reference
    seed: bytes
    by_wall: bool = False  # on a GPU, or on several CPUs at once: the wall clock counts
    accounted: bool = True  # the kernel reported the CPU time of every call
    session: Session | None = None
    used: float = 0.0  # seconds of requests in this child
    calls_prepared: int = 0
    # Seconds of starts, of empty calls, and of waiting for the CPU; a sweep does not count them.
    apart: float = 0.0

    def clock(self) -> float:
        """Return a clock in seconds that excludes the times set apart."""
        return time.perf_counter() - self.apart

    def ask(self, size: int) -> CaseQuestion:
        """Make inputs that were never used before."""
        self.calls_prepared += 1
        labels = (self.exercise.id, "sweep", str(size), str(self.calls_prepared))
        case = Case(size=size, kind=CaseKind.LARGE)
        return question(case, self.exercise, self.reference, self.seed, *labels)

    def call(self, inputs: CaseQuestion, *, again: bool = True) -> Measurement | Failed:
        """Call once, in a child that has CPU time left; with `again`, fetch the result twice."""
        session = self._ready()
        if session.load.status is not RunStatus.OK:
            return Failed(session.load.status.value)
        shape = inputs.shape if self.target.convention in IN_PLACE else ()
        target = replace(self.target, shape=shape)
        given = inputs.given(self.target.form)
        host = time.thread_time()
        measured = session.measure(target, given, again=again)
        host = time.thread_time() - host
        if measured.run.status is not RunStatus.OK:
            return Failed(measured.run.status.value)
        self.used += measured.wall_seconds
        if not self.by_wall:
            self.apart += others_had(measured, host)
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
        """End the child; the next call gets a fresh one."""
        if self.session is not None:
            self.session.close()
        self.session, self.used = None, 0.0


class VerifiedCalls(Struct):
    """The calls of a sweep; see timing.sweeping.Caller."""

    subject: Subject
    empty: EmptyCalls
    _fetch: dict[int, list[float]] = field(default_factory=dict)  # times of fetching again, by size
    _took: dict[int, float] = field(default_factory=dict)  # last time of a whole call, by size

    def __call__(self, size: int) -> Measured:
        """Call once, and verify the result while the clock is stopped."""
        usual = self.empty.of(self.subject, size)
        if isinstance(usual, Failed):
            return usual
        inputs = self.subject.ask(size)
        before = self.empty.pulse.wait(min(PATIENCE, self._took.get(size, PATIENCE)))
        again = len(self._fetch.get(size, ())) < FETCHED_AGAIN
        measured = self.subject.call(inputs, again=again)
        calm = self.empty.pulse.calm() and before
        if isinstance(measured, Failed):
            return measured
        self._took[size] = measured.wall_seconds
        if not _is_right(inputs, measured):
            return Failed(WRONG, void=True)
        on_device = max(0.0, measured.run.wall_seconds - measured.run.returned_seconds)
        spent = measured.go
        self.subject.accounted = self.subject.accounted and spent.cpu is not None
        by_cpu = spent.cpu is not None and not self.subject.by_wall
        waited = by_cpu and is_idle(spent)
        return Sample(
            seconds=self._work(measured, usual, size),
            device_seconds=on_device if measured.run.returned_seconds else 0.0,
            calm=calm,
            waited=waited,
            shared=(spent.cpu or 0.0, spent.wall) if by_cpu and not waited else (0.0, 0.0),
        )

    def _work(self, measured: Measurement, usual: Usual, size: int) -> float:
        """Add to the call's time whatever the requests around it took beyond the usual."""
        took = partial(seconds_of, by_wall=self.subject.by_wall)
        known = self._fetch.setdefault(size, [])
        if measured.fetch_again is not None:
            known.append(took(measured.fetch_again))
        fetching = max(usual.fetch, min((*known, MOST_USUAL * usual.fetch + AT_LEAST)))
        return (
            max(0.0, took(measured.go) - usual.go)
            + _excess(took(measured.prepare), usual.prepare)
            + _excess(took(measured.fetch), fetching)
        )


def seconds_of(spent: Spent, *, by_wall: bool) -> float:
    """Return how long a request took, on the relevant clock."""
    if spent.cpu is None or by_wall or is_idle(spent):
        return spent.wall
    return spent.cpu


def others_had(measured: Measurement, host: float) -> float:
    """Return how long others used the CPU that a call wanted, as far as the sweep waits for it.

    `host` is what this process computed meanwhile. With it a sweep has as much time beside others
    as alone; but no call takes more than three times as long for that.
    """
    counted = [each for each in measured.parts if each.cpu is not None]
    delay = sum(min(each.wall - (each.cpu or 0.0), each.queued) for each in counted) - host
    return max(0.0, min(delay, MOST_WAITED * (measured.wall_seconds - delay)))


def is_idle(spent: Spent) -> bool:
    """Return whether the child slept or waited for a significant part of its own time."""
    return spent.idle > IDLE_SHARE * ((spent.cpu or 0.0) + spent.idle) + IDLE_LEAST


def _excess(seconds: float, usual: float) -> float:
    """Return how much longer a request took than chance explains."""
    return seconds - usual if seconds > MARGIN * usual + LEAST else 0.0


def _is_right(inputs: CaseQuestion, measured: Measurement) -> bool:
    result = numbers(measured.result, axes=len(inputs.shape)) if measured.result else None
    return result is not None and is_right(inputs, result)
