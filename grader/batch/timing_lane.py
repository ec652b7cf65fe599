"""The timing lane: one process on a CPU of its own, where one exercise at a time is measured."""

import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from grader.batch import lane_process
from grader.batch.lane_process import Place
from grader.grading import Setup
from grader.model.course import Exercise
from grader.model.evidence import EntryHow, Evidence, ExerciseEvidence
from grader.model.fault import Fault, shielded
from grader.model.submission import Submission
from grader.model.timing import Curve, Timing
from grader.sandbox import Rung
from grader.store import timing_key
from grader.timed import can_be_timed
from grader.timing.conditions import processor

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

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
        """Starts the process on a CPU of its own, if there is one, and ends it."""
        place = replace(self.place, cpu=cpu, baselines=dict(self.baselines))
        from concurrent.futures import ProcessPoolExecutor  # not on every platform

        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, context, lane_process.begin, (place,)) as process:
            yield partial(self._measure, process)

    def _measure(
        self,
        process: "ProcessPoolExecutor",
        submission: Submission,
        exercise: Exercise,
        observed: ExerciseEvidence,
    ) -> Timing:
        if observed.entry is None:
            return Timing()
        lifted = observed.source.lifted if observed.source else None
        text = lifted.text if lifted and observed.entry.how is EntryHow.LIFTED else ""
        target = observed.entry.target
        work = process.submit(lane_process.measure, submission, exercise.id, target, text)
        answer = shielded(work.result)
        if isinstance(answer, Fault):
            return Timing(trouble=answer.traceback)
        timing, known = answer
        self.baselines.update(known)
        return replace(timing, key=timing_key(observed.key, exercise), machine=self.machine)


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
