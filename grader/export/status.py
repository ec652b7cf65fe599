"""Where an exercise stands, and how it and its cases ended, in the words of the sheet."""

from collections.abc import Iterable, Mapping

from grader.model.evidence import Comparison, Evidence, ExerciseEvidence, Outcome
from grader.model.finding import Finding, Verdict
from grader.model.run import RunStatus
from grader.plugins import checks

# Failures first, then what is up to us, then what is up to a person.
MOST_TELLING = (
    Verdict.FAILED,
    Verdict.BROKEN,
    Verdict.WAITING,
    Verdict.UNDECIDED,
    Verdict.PASSED,
    Verdict.SKIPPED,
)
NOT_RUN = "not-run"  # forbidden, left out, or nothing to run
WAITING = "waiting"  # for a device or a library


def exercise_status(exercise: ExerciseEvidence) -> str:
    """Return how running the exercise ended: a RunStatus, `not-run` or `waiting`."""
    if exercise.trouble:
        return RunStatus.SANDBOX_ERROR.value
    if exercise.waiting:
        return WAITING
    if exercise.load is None:
        return NOT_RUN
    runs = (exercise.load, *(comparison.run for comparison in exercise.comparisons))
    return next((run.status.value for run in runs if run.status is not RunStatus.OK), "ok")


def has_no_report(findings: Iterable[Finding]) -> bool:
    """Return whether a required report is missing, without a file that may be one."""
    cases = {(check.code, check.unsubmitted) for check in checks() if check.unsubmitted}
    return any((finding.check, finding.case) in cases for finding in findings)


def case_verdict(comparison: Comparison) -> Verdict:
    """Return the verdict of one case; faults of the grader and forged replies are no failures."""
    if comparison.run.status is RunStatus.SANDBOX_ERROR:
        return Verdict.BROKEN
    if comparison.run.status is RunStatus.PROTOCOL or comparison.beyond_its_means:
        return Verdict.UNDECIDED
    return Verdict.PASSED if comparison.outcome is Outcome.EQUAL else Verdict.FAILED


def standing(findings: Iterable[Finding], exercise: str) -> Finding | None:
    """Return the first finding with the most significant verdict; None if nothing was judged."""
    own = [finding for finding in findings if finding.subject == exercise]
    return min(own, key=lambda finding: MOST_TELLING.index(finding.verdict), default=None)


def versions_of(evidence: Evidence) -> Mapping[str, str]:
    """Return the version of every plugin that inspected a submission."""
    return {
        name: f"{observer.schema} ({observer.distribution})"
        if observer.distribution
        else str(observer.schema)
        for name, observer in sorted(evidence.observers.items())
    }
