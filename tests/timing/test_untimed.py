"""Why the checks of measured times say nothing: each reason is told, and none is passed."""

from dataclasses import replace

import pytest

from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.finding import Verdict
from grader.model.static import ParseStatus, SourceFacts
from grader.model.timing import Timing
from tests.timing.measured import CHECKS, CODES, MATMUL, RIGHT, brief, judge, timing
from tests.wording.worded import assert_worded


def test_what_there_was_no_time_to_call_again_is_no_noise() -> None:
    """A slow program's largest size is called once or twice on the quietest machine."""
    whole = timing()
    last = whole.curve.points[-1]
    points = (*whole.curve.points[:-1], replace(last, seconds=last.seconds[:2]))
    found = judge(replace(whole, curve=replace(whole.curve, points=points), noisy=(256,)))
    assert brief(found["TIM004"]) == ("passed", "some")
    assert brief(found["TIM001"]) == ("passed", "alone")


@pytest.mark.parametrize(
    ("measured", "comparisons", "reason"),
    [
        (None, (RIGHT,), "not_timed"),
        (None, (), "not_right"),
        (None, (RIGHT, replace(RIGHT, outcome=Outcome.WRONG_VALUE)), "not_right"),
        (None, (replace(RIGHT, outcome=Outcome.NOT_RUN),), "not_right"),
        (Timing(), (RIGHT,), "nothing_timed"),
        (Timing(ended="timeout"), (RIGHT,), "nothing_timed"),
    ],
)
def test_what_was_not_measured_is_skipped(
    measured: Timing | None, comparisons: tuple[Comparison, ...], reason: str
) -> None:
    """Never passed, and the reason is told."""
    found = judge(measured, comparisons=comparisons)
    assert tuple(found) == CODES
    for finding in found.values():
        assert finding.verdict is Verdict.SKIPPED
        assert finding.params == {reason: "matmul"}


@pytest.mark.parametrize("ended", ["wrong", "protocol"])
def test_a_wrong_result_on_the_way_leaves_the_times_out(ended: str) -> None:
    """What was measured of it says nothing; the result itself is told by COR001."""
    found = judge(replace(timing(), ended=ended, ended_size=64))
    assert {brief(found[code])[0] for code in CODES} == {"skipped"}


def test_a_sweep_that_ended_early_is_judged_by_what_there_is() -> None:
    """A size that took too long does not undo the smaller ones."""
    found = judge(replace(timing(), ended="timeout", left_out=(512,)))
    assert {one.verdict for one in found.values()} == {Verdict.PASSED}


def test_our_own_fault_is_broken() -> None:
    """Nothing of it is the student's, not even a wrong result."""
    found = judge(Timing(trouble="Traceback\nOSError: no lane\n", ended="wrong"))
    assert {one.verdict for one in found.values()} == {Verdict.BROKEN}
    assert found["TIM001"].params == {"trouble": "OSError: no lane"}


@pytest.mark.parametrize("ended", ["sandbox-error", "empty call: timeout"])
def test_a_sweep_that_we_could_not_begin_is_broken(ended: str) -> None:
    """What was measured before the fault still counts."""
    assert {one.verdict for one in judge(Timing(ended=ended)).values()} == {Verdict.BROKEN}
    assert {one.verdict for one in judge(replace(timing(), ended=ended)).values()} == {
        Verdict.PASSED
    }


def test_what_was_not_right_is_not_caught_as_well() -> None:
    """The checks of values tell it; a wrong result of such a function is no news."""
    wrong = (replace(RIGHT, outcome=Outcome.WRONG_VALUE),)
    found = judge(Timing(ended="wrong"), comparisons=wrong)
    assert {one.verdict for one in found.values()} == {Verdict.SKIPPED}


@pytest.mark.parametrize("measured", [None, timing(), Timing(ended="wrong")])
def test_an_exercise_without_a_sweep_is_not_spoken_of(measured: Timing | None) -> None:
    """The course asks for no times there."""
    assert judge(measured, replace(MATMUL, sweep=None)) == {}


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        (None, Verdict.SKIPPED),
        (SourceFacts(status=ParseStatus.SYNTAX_ERROR), Verdict.SKIPPED),
        (SourceFacts(status=ParseStatus.CRASHED, detail="-9"), Verdict.BROKEN),
    ],
)
def test_what_was_not_read_is_never_passed(facts: SourceFacts | None, verdict: Verdict) -> None:
    """Nothing is known then."""
    evidence = ExerciseEvidence(exercise="matmul", source=facts)
    for check in CHECKS:
        (found,) = check(evidence, MATMUL)
        assert found.verdict is verdict
        assert_worded(found)
