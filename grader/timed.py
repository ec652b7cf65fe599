"""Times one exercise: sweeps its sizes, beside programs of our own on the same machine.

ExerciseEvidence, program --time_exercise--> Timing
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.baselines import Baseline, baselines_for
from grader.model.course import Exercise, Sweep
from grader.model.evidence import EntryHow, ExerciseEvidence, Outcome
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.running import Opener
from grader.model.timing import Curve, Timing
from grader.timed_calls import EmptyCalls, Subject, VerifiedCalls
from grader.timing.conditions import watched
from grader.timing.fit import fit
from grader.timing.sweeping import Swept, sweep

BASELINE_SEED = b"baseline"


@dataclass(slots=True, kw_only=True)
class Bench:
    """What all sweeps on one machine share."""

    sandbox: Opener
    empty: EmptyCalls
    capabilities: Capabilities
    baselines: dict[str, Curve] = field(default_factory=dict)  # measured before, by key


def can_be_timed(observed: ExerciseEvidence, exercise: Exercise) -> bool:
    """Says whether there is a function that was right in every case, and sizes to time it with."""
    right = all(one.outcome is Outcome.EQUAL for one in observed.comparisons)
    entry = observed.entry
    asked = exercise.sweep is not None and entry is not None and entry.how is not EntryHow.PROGRAM
    return asked and bool(observed.comparisons) and right and not observed.trouble


def time_exercise(subject: Subject, bench: Bench) -> Timing:
    """Sweeps the exercise's sizes; without points it says why there are none."""
    exercise = subject.exercise
    if exercise.sweep is None:
        return Timing()
    with watched() as conditions:
        swept = _swept(subject, exercise.sweep, bench)
    return Timing(
        curve=_curve(swept),
        baselines=_baselines(exercise, subject.reference, bench),
        conditions=conditions.seen(),
        noisy=swept.noisy,
        left_out=swept.left_out,
        ended=swept.ended.reason if swept.ended else "",
        ended_size=swept.ended.size if swept.ended else 0,
    )


def _swept(subject: Subject, plan: Sweep, bench: Bench) -> Swept:
    try:
        calls = VerifiedCalls(subject, bench.empty)
        return sweep(plan, calls, subject.clock)
    finally:
        subject.rest()


def _curve(swept: Swept) -> Curve:
    return Curve(points=swept.points, fit=fit(swept.points))


def _baselines(exercise: Exercise, reference: Reference, bench: Bench) -> Mapping[str, Curve]:
    """Gives our own programs' curves; each is measured once on a machine."""
    found: dict[str, Curve] = {}
    for one in baselines_for(exercise, reference, bench.capabilities):
        if one.key not in bench.baselines:
            bench.baselines[one.key] = _measured(one, reference, bench)
        if bench.baselines[one.key].points:
            found[one.name] = bench.baselines[one.key]
    return found


def _measured(baseline: Baseline, reference: Reference, bench: Bench) -> Curve:
    exercise = baseline.exercise
    program = bench.sandbox.open_program(baseline.file, {baseline.file: baseline.text}, exercise)
    subject = Subject(program, baseline.target, exercise, reference, BASELINE_SEED)
    return _curve(_swept(subject, baseline.sweep, bench))
