"""A quick sweep on the machine at hand, so that a report's claim has something to stand beside.

For whoever checks an own report. It is no measurement of a class: nothing runs beside it, it ends
after a few seconds, and its process shares this machine with everything else.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from grader.model.course import Exercise
from grader.model.evidence import EntryHow, ExerciseEvidence
from grader.model.machine import Capabilities
from grader.model.submission import Submission
from grader.model.timing import Timing
from grader.observing.setup import Setup
from grader.observing.timed_calls import EmptyCalls, Subject
from grader.observing.timed_exercise import Bench, Measure, time_exercise
from grader.sandbox import IsolationLevel, Sandbox

SECONDS = 6.0  # of all sweeps together
LEAST = 1.0  # of one


def for_a_quick_sweep(setup: Setup) -> Setup:
    """Shortens every sweep, so that all of them end soon."""
    exercises = setup.assignment.exercises
    swept = sum(exercise.sweep is not None for exercise in exercises) or 1
    seconds = max(SECONDS / swept, LEAST)
    shorter = tuple(_shortened(exercise, seconds) for exercise in exercises)
    return replace(setup, assignment=replace(setup.assignment, exercises=shorter))


def _shortened(exercise: Exercise, seconds: float) -> Exercise:
    if exercise.sweep is None:
        return exercise
    sweep = replace(exercise.sweep, seconds=min(seconds, exercise.sweep.seconds))
    return replace(exercise, sweep=sweep)


@contextmanager
def quick_measure(
    setup: Setup, level: IsolationLevel, capabilities: Capabilities
) -> Iterator[Measure]:
    """Opens what measures, in this process, and none of our own programs beside."""
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

        yield measure
