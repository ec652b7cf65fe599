"""Points: only passed and failed move them, and a person wins over every check."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader.model.course import Assignment, Backend, Criterion, Exercise
from grader.model.finding import Finding, Param, Verdict
from grader.model.scoresheet import Decision
from grader.scoring import latest_decision, score

FIRST = Exercise(id="first", operation="matmul", backend=Backend.PYTHON, entry="matmul")
SECOND = replace(FIRST, id="second")
OPTIONAL = replace(FIRST, id="extra", optional=True)
CONTENT = Criterion(id="content", title={"ja": "内容"}, points=6, checks=("COR", "RUN003"))
NOON = datetime(2025, 4, 18, 12, tzinfo=UTC)
DECISION = Decision(
    student="24A1201", criterion="content", points=4, by="佐藤", reason="惜しい", at=NOON
)


def assignment(*exercises: Exercise, criterion: Criterion = CONTENT) -> Assignment:
    return Assignment(
        id="kadai1",
        title={"ja": "課題1"},
        due=NOON,
        source="kadai1.py",
        exercises=exercises or (FIRST,),
        rubric=(criterion,),
        folder=Path(),
    )


def answered(check: str, verdict: Verdict = Verdict.PASSED, subject: str = "first") -> Finding:
    return Finding(check=check, subject=subject, verdict=verdict)


RIGHT = (answered("COR001"), answered("RUN003"))
LEFT_OUT = (
    replace(answered("COR001", Verdict.SKIPPED, "extra"), params={"left_out": "matmul"}),
    answered("RUN003", subject="extra"),
)


def points(*findings: Finding, task: Assignment | None = None) -> tuple[float | None, str, str]:
    """Points, who decided, and why."""
    (award,) = score(findings, task or assignment(), "24A1201").awards
    return award.points, award.decided_by, award.reason


def test_full_points_when_every_check_passed() -> None:
    """A criterion whose checks were all answered with passed has its points."""
    sheet = score(RIGHT, assignment(), "24A1201")
    assert (sheet.total, sheet.max, sheet.complete) == (6, 6, True)
    assert sheet.awards[0].checks == ("COR001", "RUN003")
    assert sheet.findings == RIGHT


def test_no_points_when_one_check_failed() -> None:
    """One failure takes the points of its criterion, and the award names it."""
    findings = (*RIGHT, answered("COR004", Verdict.FAILED), answered("COR005", Verdict.UNDECIDED))
    (award,) = score(findings, assignment(), "24A1201").awards
    assert (award.points, award.decided_by, award.checks) == (0, "grader", ("COR004",))


@pytest.mark.parametrize(
    "verdict", [Verdict.SKIPPED, Verdict.WAITING, Verdict.UNDECIDED, Verdict.BROKEN]
)
def test_the_other_verdicts_leave_the_award_open(verdict: Verdict) -> None:
    """What is not about the student's work never becomes 0, and never becomes full points."""
    findings = (*RIGHT, answered("COR004", verdict))
    (award,) = score(findings, assignment(), "24A1201").awards
    assert (award.points, award.decided_by, award.reason) == (None, "", verdict.value)
    assert award.checks == ("COR004",)


def test_a_script_of_which_nothing_was_called_gets_its_points() -> None:
    """The checks of calls have nothing to ask; those of its matrices have answered."""
    uncalled = replace(answered("COR005", Verdict.SKIPPED), params={"not_called": "first"})
    assert points(*RIGHT, uncalled)[0] == 6
    assert points(*RIGHT, answered("COR005", Verdict.SKIPPED))[0] is None


def test_our_own_fault_is_the_reason_given_first() -> None:
    """A TA who sees several reasons needs the one that another run can mend."""
    others = (answered("COR004", Verdict.SKIPPED), answered("COR005", Verdict.BROKEN))
    assert points(*RIGHT, *others)[2] == "broken"


@pytest.mark.parametrize(
    "findings",
    [
        (),
        (answered("POL001"),),  # another check
        (answered("COR001"),),  # RUN003 said nothing
        (answered("COR001", subject="other"), answered("RUN003", subject="other")),
    ],
)
def test_unanswered_checks_leave_the_award_open(findings: tuple[Finding, ...]) -> None:
    """Silence is not a pass."""
    assert points(*findings) == (None, "", "unanswered")


def test_every_exercise_must_be_answered() -> None:
    """Two exercises: an answer about one of them is not an answer about both."""
    both = assignment(FIRST, SECOND)
    second = (answered("COR001", subject="second"), answered("RUN003", subject="second"))
    assert points(*RIGHT, task=both) == (None, "", "unanswered")
    assert points(*RIGHT, *second, task=both) == (6, "grader", "passed")


def test_findings_of_other_exercises_do_not_count() -> None:
    """A criterion about one exercise is not touched by a failure in another."""
    task = assignment(FIRST, SECOND, criterion=replace(CONTENT, exercises=("first",)))
    assert points(*RIGHT, answered("COR001", Verdict.FAILED, "second"), task=task)[0] == 6


def test_findings_about_the_whole_submission_count() -> None:
    """Nothing handed in: a criterion that lists INT has no points, by the ordinary rule."""
    task = assignment(criterion=replace(CONTENT, checks=("INT", "COR")))
    nothing = answered("INT002", Verdict.FAILED, subject="")
    skipped = answered("COR001", Verdict.SKIPPED)
    assert points(nothing, skipped, task=task) == (0, "grader", "failed")
    assert points(answered("INT002", subject=""), RIGHT[0], task=task) == (6, "grader", "passed")


def test_an_optional_exercise_may_be_left_out() -> None:
    """What was skipped because it was not handed in does not hold the points of the rest."""
    task = assignment(FIRST, OPTIONAL)
    assert points(*RIGHT, *LEFT_OUT, task=task) == (6, "grader", "passed")


def test_an_optional_exercise_that_was_tried_counts() -> None:
    """A failure in an optional exercise is a failure of the criterion that lists it."""
    task = assignment(FIRST, OPTIONAL)
    tried = answered("POL001", Verdict.FAILED, "extra")
    assert points(*RIGHT, *LEFT_OUT, tried, task=task)[0] is None
    assert points(*RIGHT, answered("COR001", Verdict.FAILED, "extra"), task=task)[0] == 0


def test_a_criterion_of_left_out_exercises_only_stays_open() -> None:
    """Nothing was looked at, so nothing is awarded."""
    assert points(*LEFT_OUT, task=assignment(OPTIONAL)) == (None, "", "left_out")


def test_an_optional_exercise_that_was_not_timed_was_not_left_out() -> None:
    """One check that had nothing to look at takes no points away."""
    passed = (answered("COR001", subject="extra"), answered("RUN003", subject="extra"))
    skipped = answered("TIM001", Verdict.SKIPPED, "extra")
    assert points(*passed, skipped, task=assignment(OPTIONAL)) == (6, "grader", "passed")


def test_a_criterion_without_checks_waits_for_a_person() -> None:
    """The grader never decides what it does not check."""
    task = assignment(criterion=replace(CONTENT, checks=()))
    assert points(*RIGHT, task=task) == (None, "", "person")


def test_the_latest_decision_wins_over_every_check() -> None:
    """What a person said counts, and of two decisions the later one, in whatever order."""
    later = replace(DECISION, points=5, by="鈴木", at=NOON + timedelta(hours=1))
    failed = answered("COR001", Verdict.FAILED)
    (award,) = score((failed,), assignment(), "24A1201", (later, DECISION)).awards
    assert (award.points, award.decided_by, award.reason) == (5, "鈴木", "惜しい")
    assert award.max == 6


def test_decisions_about_others_do_not_count() -> None:
    """A decision is about one student and one criterion."""
    others = (replace(DECISION, student="24A1202"), replace(DECISION, criterion="form"))
    assert score(RIGHT, assignment(), "24A1201", others).awards[0].points == 6


@pytest.mark.parametrize("given", [7.0, -1.0, float("inf")])
def test_a_decision_that_no_longer_fits_opens_the_award(given: float) -> None:
    """The rubric changed after a person decided: the person decides again, nobody else."""
    old = replace(DECISION, points=given)
    (award,) = score(RIGHT, assignment(), "24A1201", (old,)).awards
    assert (award.points, award.decided_by, award.reason) == (None, "", "unfit")


def test_a_decision_that_cannot_be_read_opens_the_award() -> None:
    """Nobody knows what it said: neither the checks nor an earlier decision take its place."""
    later = replace(DECISION, points=float("nan"))
    (award,) = score(RIGHT, assignment(), "24A1201", (DECISION, later)).awards
    assert (award.points, award.decided_by, award.reason) == (None, "", "unreadable")


def test_what_is_waited_for_is_the_reason() -> None:
    """An award that waits names the device and the library rather than the checks."""
    needs: dict[str, Param] = {"needs": ("gpu", "cupy")}
    waiting = [
        Finding(check=code, subject="first", verdict=Verdict.WAITING, params=needs)
        for code in ("COR001", "COR002")
    ]
    found = score(waiting, assignment(), "24A1201").awards[0]
    assert (found.points, found.reason, found.checks) == (None, "waiting", ("gpu", "cupy"))


def test_of_two_decisions_at_the_same_time_the_last_given_counts() -> None:
    """Decisions are only ever appended, so the last one is the newer one."""
    second = replace(DECISION, points=1)
    assert latest_decision((DECISION, second), "24A1201", "content") is second
    assert latest_decision((), "24A1201", "content") is None
