"""The timing lane: one process on a CPU of its own, where one exercise at a time is measured."""

import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Self

from grader.batch.lane_process import Answer, Place, Request, serve
from grader.grading import Setup
from grader.model.course import Exercise
from grader.model.evidence import EntryHow, Evidence, ExerciseEvidence
from grader.model.fault import Fault
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.sandbox import Rung
from grader.store import timing_key
from grader.timed import can_be_timed
from grader.timing.conditions import processor

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

TRIES = 2  # of one exercise: the process may have been killed for what it had no part in
MOST_DEATHS = 6  # in succession; then nothing more is measured in this batch
END_SECONDS = 2.0
# How long a measurement may take by the host's clock before the process is taken to hang. A sweep
# keeps its own time; starting children, empty calls and the programs beside it come on top.
PATIENCE_SECONDS, PATIENCE = 300.0, 20.0  # and times the seconds of the sweep and of one call

Measure = Callable[[Submission, Exercise, ExerciseEvidence], Timing]
"""Measures one exercise that can be timed."""


@dataclass(slots=True)
class TimingLane:
    """What is measured in this batch, and what was learnt about this machine."""

    setup: Setup
    place: Place
    machine: str
    baselines: dict[str, Curve] = field(default_factory=dict)  # of this machine, by key

    @classmethod
    def of(cls, root: Path, setup: Setup, known: Mapping[str, Curve]) -> Self:
        """Prepares the lane; `known` are the baselines of every machine, by machine and key."""
        machine = machine_of(setup)
        place = Place(
            root=root,
            assignment=setup.assignment.id,
            rung=Rung(setup.machine["rung"]),
            capabilities=setup.capabilities,
            secret=setup.secret,
        )
        mark = f"{machine}: "
        here = {key.removeprefix(mark): known[key] for key in known if key.startswith(mark)}
        return cls(setup, place, machine, here)

    @property
    def learnt(self) -> Mapping[str, Curve]:
        """Gives the baselines of this machine, marked with its name."""
        return {f"{self.machine}: {key}": curve for key, curve in self.baselines.items()}

    @contextmanager
    def __call__(self, cpu: int | None) -> Iterator[Measure]:
        """Gives the way to measure on a CPU of its own, if there is one; ends the process."""
        worker = _Worker(replace(self.place, cpu=cpu, baselines=dict(self.baselines)))

        def measure(
            submission: Submission, exercise: Exercise, observed: ExerciseEvidence
        ) -> Timing:
            return self._measure(worker, submission, exercise, observed)

        try:
            yield measure
        finally:
            worker.end()

    def _measure(
        self,
        worker: "_Worker",
        submission: Submission,
        exercise: Exercise,
        observed: ExerciseEvidence,
    ) -> Timing:
        if observed.entry is None:
            return Timing()
        lifted = observed.source.lifted if observed.source else None
        text = lifted.text if lifted and observed.entry.how is EntryHow.LIFTED else ""
        request = Request(
            submission=submission,
            exercise=exercise.id,
            target=observed.entry.target,
            lifted=text,
        )
        answer = worker.ask(request, patience(exercise))
        if isinstance(answer, Fault):
            return Timing(trouble=answer.traceback)
        timing, known = answer
        self.baselines.update(known)
        return replace(timing, key=timing_key(observed.key, exercise), machine=self.machine)


def patience(exercise: Exercise) -> float:
    """Says after how many seconds a measurement is taken to hang."""
    sweep = exercise.sweep.seconds if exercise.sweep else 0.0
    return PATIENCE_SECONDS + PATIENCE * (sweep + exercise.limits.call_seconds)


@dataclass(slots=True)
class _Worker:
    """The process that measures: started when it is needed, and again when it died."""

    place: Place
    deaths: int = 0  # in succession
    process: "SpawnProcess | None" = None
    requests: "Connection[Request, Answer] | None" = None

    def ask(self, request: Request, seconds: float) -> Answer:
        """Has one exercise measured, or says why that cannot be done."""
        trouble = f"the timing process died {MOST_DEATHS} times in succession"
        for _ in range(TRIES):
            if self.deaths >= MOST_DEATHS:
                break
            hung: list[bool] = []
            try:
                answer = self._ask(request, seconds, hung)
            except (OSError, EOFError) as error:
                trouble = self._died(error, seconds if hung else 0.0)
                if hung:
                    break
            else:
                self.deaths = 0
                return answer
        return Fault(summary=trouble, traceback=trouble)

    def _ask(self, request: Request, seconds: float, hung: list[bool]) -> Answer:
        if self.process is None or self.requests is None:
            context = multiprocessing.get_context("spawn")
            self.requests, theirs = context.Pipe()
            with theirs:
                process = context.Process(
                    target=serve, args=(self.place, theirs), name="timing", daemon=True
                )
                process.start()
            self.process = process
        process = self.process

        def kill() -> None:
            hung.append(True)
            process.kill()

        # Ending the process ends both waits, whichever it was.
        alarm = Timer(seconds, kill)
        alarm.daemon = True
        alarm.start()
        try:
            self.requests.send(request)
            answer: Answer = self.requests.recv()
        finally:
            alarm.cancel()
        return answer

    def _died(self, error: Exception, hung: float) -> str:
        """Clears away what is left of the process, and says how it ended."""
        self.deaths += 1
        process = self.process
        self.end()
        if hung:
            return f"the timing process did not answer within {hung:g} s and was ended"
        if process is None:
            return f"the timing process could not be started: {error}"
        code = process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"code {code}"
        return f"the timing process ended with {how} in the middle of a measurement"

    def end(self) -> None:
        """Lets the process go, and ends it when it does not."""
        process, requests, self.process, self.requests = self.process, self.requests, None, None
        if requests is not None:
            requests.close()  # it leaves by itself at that
        if process is not None:
            process.join(END_SECONDS)
            process.kill()
            process.join()


def machine_of(setup: Setup) -> str:
    """Names all about this machine that times depend on and that stays the same in every run."""
    here = setup.capabilities
    names = [processor(), *(setup.machine[key] for key in sorted(setup.machine))]
    names += [f"{library} {here.libraries[library]}" for library in sorted(here.libraries)]
    if here.gpu is not None:
        names += [here.gpu.name, here.gpu.runtime]
    return ", ".join(name for name in names if name)


OpenLane = Callable[[int | None], AbstractContextManager[Measure]]
"""Opens the lane on a CPU of its own; None where it shares one."""


def untimed(observed: ExerciseEvidence, exercise: Exercise) -> bool:
    """Says whether the exercise is to be measured, now or again."""
    if not can_be_timed(observed, exercise):
        return False
    timing = observed.timing
    return timing is None or timing.key != timing_key(observed.key, exercise)


def to_time(evidence: Evidence, setup: Setup) -> list[tuple[Exercise, ExerciseEvidence]]:
    """Lists the exercises of one submission that are to be measured."""
    observed = {one.exercise: one for one in evidence.exercises}
    return [
        (exercise, observed[exercise.id])
        for exercise in setup.assignment.exercises
        if exercise.id in observed and untimed(observed[exercise.id], exercise)
    ]


def with_timing(evidence: Evidence, timing: Timing, exercise: Exercise) -> Evidence:
    """Joins what was measured of one exercise to the evidence."""
    exercises = tuple(
        replace(one, timing=timing) if one.exercise == exercise.id else one
        for one in evidence.exercises
    )
    return replace(evidence, exercises=exercises)
