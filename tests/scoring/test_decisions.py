"""Decisions are refused at the door when the rubric has no place for them."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.model.course import Assignment, Criterion
from grader.model.errors import GraderError
from grader.model.scoresheet import Decision
from grader.scoring import accept_decision, latest_decision

NOON = datetime(2025, 4, 18, 12, tzinfo=UTC)
DECISION = Decision(
    student="24A1201", criterion="form", points=2, by="佐藤", reason="よい", at=NOON
)
ASSIGNMENT = Assignment(
    id="kadai1",
    title={"ja": "課題1"},
    due=NOON,
    source="kadai1.py",
    exercises=(),
    rubric=(Criterion(id="form", title={"ja": "体裁"}, points=2),),
    folder=Path(),
)


@pytest.mark.parametrize("points", [0, 0.5, 2])
def test_points_within_the_rubric_are_accepted(points: float) -> None:
    """From nothing to everything, halves included."""
    decision = replace(DECISION, points=points)
    assert accept_decision(decision, ASSIGNMENT) is decision


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        (replace(DECISION, points=2.5), "2.5 points for form: it takes 0 to 2"),
        (replace(DECISION, points=-1), "-1 points for form"),
        (replace(DECISION, points=float("nan")), "nan points for form"),
        (replace(DECISION, criterion="style"), "no criterion 'style' \\(it has form\\)"),
        (replace(DECISION, by="  "), "does not say who decided"),
        (replace(DECISION, by="grader"), "does not say who decided"),
        (replace(DECISION, at=NOON.replace(tzinfo=None)), "in which time zone"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(decision: Decision, sentence: str) -> None:
    """The TA reads what is wrong, before anything is stored."""
    with pytest.raises(GraderError, match=sentence):
        accept_decision(decision, ASSIGNMENT)


def test_of_two_decisions_at_the_same_time_the_last_given_counts() -> None:
    """Decisions are only ever appended, so the last one is the newer one."""
    second = replace(DECISION, points=1)
    assert latest_decision((DECISION, second), "24A1201", "form") is second
    assert latest_decision((), "24A1201", "form") is None
