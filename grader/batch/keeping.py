"""Which stored observations still hold, and are worth at least what this machine would give."""

from grader.grading import Setup, key_of, keys_of
from grader.model.course import Exercise
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.machine import Capabilities
from grader.model.submission import Submission


def kept_of(stored: Evidence, submission: Submission, setup: Setup) -> dict[str, ExerciseEvidence]:
    """Picks, by exercise id, what need not be observed again.

    A machine without a device never throws away what a machine with one has found out, and one
    with a device takes up exactly what was waiting for it.
    """
    keys = keys_of(submission, setup)
    exercises = {one.id: one for one in setup.assignment.exercises}
    return {
        one.exercise: one
        for one in stored.exercises
        if one.key
        and one.key == keys.get(one.exercise)
        and _as_good(one, exercises[one.exercise], setup.capabilities)
    }


def holds(stored: Evidence, submission: Submission, setup: Setup) -> bool:
    """Says whether all of the stored evidence still holds."""
    kept = kept_of(stored, submission, setup)
    complete = all(one.id in kept for one in setup.assignment.exercises)
    return complete and stored.key == key_of(submission, setup)


def _as_good(observed: ExerciseEvidence, exercise: Exercise, here: Capabilities) -> bool:
    if observed.source is None:
        return True  # there was nothing to read
    missing = here.missing(exercise, observed.source.libraries)
    if observed.waiting:
        return missing == observed.waiting
    return bool(missing) or observed.rank >= here.rank(exercise)
