"""The engine's interface to timing: what is to be measured, and the measuring."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from grader.batch.processes import kept_to
from grader.course import load_assignment, load_course, load_references
from grader.model.course import DeviceKind, Exercise
from grader.model.evidence import EntryHow, Evidence, ExerciseEvidence, Outcome
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.running import Program
from grader.model.submission import Submission
from grader.model.timing import WRONG, Curve, Timing
from grader.observing import Measure, Setup, TimingPlace, TimingRequest
from grader.sandbox import IsolationLevel, Sandbox
from grader.store import seed_of, timing_key
from grader.timing.calls import EmptyCalls, Subject
from grader.timing.conditions import processor
from grader.timing.exercise import Bench, time_exercise
from grader.timing.plugin import PLUGIN

QUICK_SECONDS = 6.0  # for all sweeps together
QUICK_LEAST = 1.0  # for one sweep


class TimingBench(Struct, kw_only=True):
    """What the measuring process works with."""

    exercises: Mapping[str, Exercise]
    references: Mapping[str, Reference]
    secret: bytes
    bench: Bench
    spread: Sandbox  # for our programs that may use all CPUs


class Spread(Struct, frozen=True):
    """A sandbox that starts children on all CPUs, from a process restricted to one."""

    sandbox: Sandbox
    cpus: frozenset[int]

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Start the process from which programs are forked, on all CPUs, unless it exists."""
        with kept_to(self.cpus):
            program = self.sandbox.open_program(main, files, exercise)
            program.start().close()
        return program


class TimingMeasurer:
    """This plugin's implementation of protocols.Measures."""

    def to_time(self, evidence: Evidence, setup: Setup) -> list[tuple[Exercise, ExerciseEvidence]]:
        """List the exercises of one submission to be measured, for the first time or again."""
        by_id = {observed.exercise: observed for observed in evidence.exercises}
        return [
            (exercise, by_id[exercise.id])
            for exercise in setup.assignment.exercises
            if exercise.id in by_id and self._is_untimed(by_id[exercise.id], exercise)
        ]

    def _is_untimed(self, observed: ExerciseEvidence, exercise: Exercise) -> bool:
        timing = observed.timing
        known = timing is not None and timing.key == self.key(observed.key, exercise)
        return _can_be_timed(observed, exercise) and not known

    def key(self, observation: str, exercise: Exercise) -> str:
        """Return a key of what the times of an exercise depend on, except the machine."""
        return timing_key(observation, exercise, PLUGIN.schema)

    def machine(self, setup: Setup) -> str:
        """Describe everything constant about this machine that times depend on."""
        here = setup.capabilities
        names = [processor(), *(setup.machine[key] for key in sorted(setup.machine))]
        names += [f"{library} {here.libraries[library]}" for library in sorted(here.libraries)]
        if here.gpu is not None:
            names += [here.gpu.name, here.gpu.runtime]
        return ", ".join(name for name in names if name)

    def open(self, place: TimingPlace) -> TimingBench:
        """Open what a measuring process works with."""
        course = load_course(place.root)
        assignment = load_assignment(course, place.assignment)
        here = place.capabilities.for_times
        sandboxes = [Sandbox(place.level, slot=slot, capabilities=here) for slot in range(2)]
        return TimingBench(
            exercises={exercise.id: exercise for exercise in assignment.exercises},
            references=load_references(course, assignment),
            secret=place.secret,
            spread=Sandbox(place.level, slot=2, capabilities=here, threads=place.cpus),
            bench=Bench(
                sandbox=sandboxes[0],
                empty=EmptyCalls(sandboxes[1]),
                capabilities=here,
                baselines=dict(place.baselines),
            ),
        )

    def measure(
        self, request: TimingRequest, here: TimingBench
    ) -> tuple[Timing, Mapping[str, Curve]]:
        """Time one exercise of one submission; return all baselines known by then, too.

        Only the program's definitions are executed, unless its function needs the rest.
        """
        submission = request.submission
        if submission.main is None:
            raise ValueError("a submission without a source has nothing to be timed")
        main, files = submission.main.name, submission.texts
        if request.extracted:
            files[main] = request.extracted
        exercise = replace(here.exercises[request.exercise], python=request.python)
        seed = seed_of(here.secret, submission, exercise)
        here.bench.spread = Spread(here.spread, request.spread) if request.spread else None
        timing = Timing()
        for with_the_rest in (False, True):
            program = here.bench.sandbox.open_program(main, files, exercise)
            if not with_the_rest:
                program.restrict()
            by_wall = here.bench.capabilities.device(exercise) is DeviceKind.GPU
            reference = here.references[exercise.id]
            subject = Subject(program, request.target, exercise, reference, seed, by_wall)
            timing = time_exercise(subject, here.bench)
            if timing.curve.points or timing.ended in {"", WRONG}:
                break
        return timing, here.bench.baselines

    @contextmanager
    def quickly(
        self, setup: Setup, level: IsolationLevel, capabilities: Capabilities
    ) -> Iterator[tuple[Setup, Measure]]:
        """Open a function that measures in this process, with sweeps of seconds."""
        capabilities = capabilities.for_times
        with (
            Sandbox(level, capabilities=capabilities) as sandbox,
            Sandbox(level, slot=1, capabilities=capabilities) as other,
        ):
            bench = Bench(sandbox=sandbox, empty=EmptyCalls(other), capabilities=capabilities)

            def measure(
                submission: Submission, exercise: Exercise, observed: ExerciseEvidence
            ) -> Timing:
                if submission.main is None or observed.entry is None:
                    return Timing()
                main, files = submission.main.name, submission.texts
                extracted = observed.source.lifted if observed.source else None
                if extracted is not None and observed.entry.how is EntryHow.EXTRACTED:
                    files[main] = extracted.text
                program = bench.sandbox.open_program(main, files, exercise)
                program.restrict()
                reference = replace(setup.references[exercise.id], programs={})
                seed = setup.seed_of(submission, exercise)
                subject = Subject(program, observed.entry.target, exercise, reference, seed)
                return time_exercise(subject, bench)

            yield _with_short_sweeps(setup), measure


MEASURER = TimingMeasurer()


def _can_be_timed(observed: ExerciseEvidence, exercise: Exercise) -> bool:
    """Return whether a function was right in every case and there are sizes to time it with."""
    right = all(comparison.outcome is Outcome.EQUAL for comparison in observed.comparisons)
    entry = observed.entry
    timeable = (
        exercise.sweep is not None and entry is not None and entry.how is not EntryHow.PROGRAM
    )
    return timeable and bool(observed.comparisons) and right and not observed.trouble


def _with_short_sweeps(setup: Setup) -> Setup:
    """Shorten every sweep, so that all of them finish soon."""
    exercises = setup.assignment.exercises
    swept = sum(exercise.sweep is not None for exercise in exercises) or 1
    seconds = max(QUICK_SECONDS / swept, QUICK_LEAST)
    shorter = tuple(_shortened(exercise, seconds) for exercise in exercises)
    return replace(setup, assignment=replace(setup.assignment, exercises=shorter))


def _shortened(exercise: Exercise, seconds: float) -> Exercise:
    if exercise.sweep is None:
        return exercise
    sweep = replace(exercise.sweep, seconds=min(seconds, exercise.sweep.seconds))
    return replace(exercise, sweep=sweep)
