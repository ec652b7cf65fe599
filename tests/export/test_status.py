"""How exercises and cases went, in one word."""

import pytest
from msgspec.structs import replace

from grader.export.status import case_verdict, exercise_status
from grader.model.evidence import ExerciseEvidence, Outcome
from grader.model.finding import Verdict
from grader.model.run import RunRecord, RunStatus
from tests.export.samples import CRASH, compared, observed


@pytest.mark.parametrize(
    ("exercise", "status"),
    [
        (observed(), "ok"),
        (observed(entry=None, comparisons=()), "ok"),
        (observed(load=None), "not-run"),
        (observed(load=CRASH), "runtime-error"),
        (observed(trouble="Traceback …"), "sandbox-error"),
    ],
)
def test_status_of_an_exercise(exercise: ExerciseEvidence, status: str) -> None:
    """The first thing that did not go well, ours before the student's."""
    assert exercise_status(exercise) == status


@pytest.mark.parametrize("outcome", list(Outcome))
def test_only_an_equal_result_passes(outcome: Outcome) -> None:
    """Every other outcome of a run that ended is a failure."""
    expected = Verdict.PASSED if outcome is Outcome.EQUAL else Verdict.FAILED
    assert case_verdict(compared(outcome)) is expected


@pytest.mark.parametrize(
    ("status", "verdict"),
    [(RunStatus.SANDBOX_ERROR, Verdict.BROKEN), (RunStatus.PROTOCOL, Verdict.UNDECIDED)],
)
def test_our_faults_and_forged_replies_are_no_failure(status: RunStatus, verdict: Verdict) -> None:
    """Neither is held against the student by itself."""
    comparison = replace(compared(Outcome.NOT_RUN), run=RunRecord(status=status))
    assert case_verdict(comparison) is verdict
