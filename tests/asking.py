"""Some checks of the plugins, found as judging finds them."""

from collections.abc import Callable, Iterable

from grader.judging import checks_of
from grader.model.check import REPORT, RUN, SOURCE, SUBMISSION
from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence, SubmissionCheck
from grader.model.finding import Finding

ExerciseCheck = Callable[[ExerciseEvidence, Exercise], Iterable[Finding]]


def submission_checks(*codes: str) -> tuple[SubmissionCheck, ...]:
    """The functions that answer these codes, or codes that begin so, about a submission."""
    tables = {**checks_of(SUBMISSION), **checks_of(REPORT)}
    return tuple(
        function
        for function, checks in tables.items()
        if any(check.code.startswith(codes) for check in checks)
    )


def exercise_checks(*codes: str) -> tuple[ExerciseCheck, ...]:
    """The functions that answer these codes, or codes that begin so, about an exercise."""
    return tuple(
        function
        for function, checks in checks_of(SOURCE, RUN).items()
        if any(check.code.startswith(codes) for check in checks)
    )
