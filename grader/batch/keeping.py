"""Which stored observations still hold, and are worth at least what this machine would give."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.grading import Setup, key_of, keys_of
from grader.model.course import Exercise
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.machine import Capabilities
from grader.model.program import ProgramRun
from grader.model.report import ReportEvidence
from grader.model.submission import Submission
from grader.store import report_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What of one submission need not be observed again."""

    exercises: Mapping[str, ExerciseEvidence] = field(default_factory=dict)  # by id
    program: ProgramRun | None = None  # holds when all exercises do
    report: ReportEvidence | None = None


def kept_of(stored: Evidence, submission: Submission, setup: Setup) -> Kept:
    """Picks what need not be observed again.

    A machine without a device never throws away what a machine with one has found out, and one
    with a device takes up exactly what was waiting for it.
    """
    keys = keys_of(submission, setup)
    exercises = {one.id: one for one in setup.assignment.exercises}
    kept = {
        one.exercise: one
        for one in stored.exercises
        if one.key
        and one.key == keys.get(one.exercise)
        and _as_good(one, exercises[one.exercise], setup.capabilities)
    }
    whole = stored.program is None or not stored.program.trouble
    return Kept(
        exercises=kept,
        program=stored.program if whole else None,
        report=_kept_report(stored, submission, setup),
    )


def _kept_report(stored: Evidence, submission: Submission, setup: Setup) -> ReportEvidence | None:
    report = stored.report
    if report is None or report.key != report_key(submission, setup.assignment):
        return None
    return report if report.waiting in {(), setup.reading_lacks} else None


def holds(stored: Evidence, submission: Submission, setup: Setup) -> bool:
    """Says whether all of the stored evidence still holds."""
    kept = kept_of(stored, submission, setup)
    complete = all(one.id in kept.exercises for one in setup.assignment.exercises)
    reported = setup.assignment.report is None or kept.report is not None
    shown = kept.program is stored.program
    return complete and reported and shown and stored.key == key_of(submission, setup)


def _as_good(observed: ExerciseEvidence, exercise: Exercise, here: Capabilities) -> bool:
    if observed.source is None:
        return True  # there was nothing to read
    missing = here.missing(exercise, observed.source.libraries)
    if observed.waiting:
        return missing == observed.waiting
    return bool(missing) or observed.rank >= here.rank(exercise)
