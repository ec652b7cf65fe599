"""Some checks of the registry, found as judging finds them."""

from grader.judging import EXERCISE_CHECKS, REPORT_CHECKS, SUBMISSION_CHECKS
from grader.model.evidence import ExerciseCheck, SubmissionCheck


def submission_checks(*codes: str) -> tuple[SubmissionCheck, ...]:
    """The functions that answer these codes, or codes that begin so, about a submission."""
    tables = {**SUBMISSION_CHECKS, **REPORT_CHECKS}
    return tuple(
        function
        for function, checks in tables.items()
        if any(check.code.startswith(codes) for check in checks)
    )


def exercise_checks(*codes: str) -> tuple[ExerciseCheck, ...]:
    """The functions that answer these codes, or codes that begin so, about an exercise."""
    return tuple(
        function
        for function, checks in EXERCISE_CHECKS.items()
        if any(check.code.startswith(codes) for check in checks)
    )
