"""Conditions: met, not met, no longer possible, or open; never a guess."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from grader.model.collection import Received, TimeSource
from grader.model.gradebook import Gradebook, State
from grader.model.grading import (
    AttendanceRules,
    Condition,
    ConditionKind,
    Item,
    Missing,
    Recognition,
)
from grader.model.standing import (
    Asked,
    Attended,
    ConditionState,
    Recognised,
    RecognitionWhy,
)
from grader.scoring.standing import (
    attendance_standing,
    recognised_of,
    recognition_standing,
    step_of,
)
from tests.scoring.terms import (
    AFTER,
    BEFORE,
    DUE,
    STUDENT,
    TITLE,
    assignment,
    confirmed,
    graded,
    in_state,
)

ATTENDANCE = Condition(
    id="attendance", title=TITLE, kind=ConditionKind.ATTENDANCE, least_percent=80
)
RECOGNITION = replace(ATTENDANCE, id="recognition", kind=ConditionKind.RECOGNITION)
MET, NOT_MET = ConditionState.MET, ConditionState.NOT_MET
OPEN, IMPOSSIBLE = ConditionState.OPEN, ConditionState.IMPOSSIBLE


def been(attended: str, counted: int, **more: Any) -> Attended:
    """So often there, of so many."""
    return Attended(attended=Fraction(attended), counted=counted, **more)


@pytest.mark.parametrize(
    ("attended", "sessions", "state"),
    [
        (been("12", 15), None, MET),  # 80 % exactly
        (been("11.5", 15), None, NOT_MET),
        (been("12", 12), 15, MET),  # whatever still comes
        (been("11", 11), 15, OPEN),
        (been("8", 12), 15, IMPOSSIBLE),  # 11 of 15 at most
        (been("9", 12), 15, OPEN),
        (been("11", 14, excused=1), 15, NOT_MET),  # 11 of 14 are 78.6 %
        (been("11", 13, excused=2), 15, MET),
        (been("11", 14, open=1), None, OPEN),
        (been("12", 14, open=1), None, MET),
        (been("15", 15, sure=False), 15, OPEN),
        (been("0", 0), None, OPEN),
        (been("0", 0, excused=3), None, OPEN),
        (been("16", 16), 15, MET),  # one more than was planned
        (None, 15, OPEN),
        (None, None, OPEN),
    ],
)
def test_attendance_by_hand(
    attended: Attended | None, sessions: int | None, state: ConditionState
) -> None:
    """80 % of the sessions that count."""
    rules = AttendanceRules(sessions=sessions)
    found = attendance_standing(ATTENDANCE, rules, attended)
    assert found.state is state
    assert (found.share is None) == (found.of == 0)


def test_the_share_is_shown_as_a_range() -> None:
    """9 of 12, and 3 to come: from 60 % to 80 %."""
    found = attendance_standing(ATTENDANCE, AttendanceRules(sessions=15), been("9", 12))
    assert found.share is not None
    assert [found.share.lowest, found.share.highest] == [60, 80]
    assert [found.counted, found.open, found.of] == [9, 3, 15]


@pytest.mark.parametrize(
    ("yes", "no", "still", "state"),
    [(7, 1, 0, MET), (6, 2, 0, NOT_MET), (6, 0, 2, OPEN), (0, 2, 6, IMPOSSIBLE), (7, 0, 1, MET)],
)
def test_how_many_are_recognised(yes: int, no: int, still: int, state: ConditionState) -> None:
    """Of 8 assignments, 80 % are 7."""
    answers = [True] * yes + [False] * no + [None] * still
    found = recognition_standing(
        RECOGNITION,
        [
            Recognised(assignment=f"kadai{number}", recognised=one, why=RecognitionWhy.MET)
            for number, one in enumerate(answers, 1)
        ],
    )
    assert found.state is state
    assert [found.counted, found.open, found.of] == [yes, still, 8]


def recognised(
    rules: Recognition, book: Gradebook, *, word: bool | None = None, asked: Asked = AFTER
) -> tuple[bool | None, RecognitionWhy]:
    """Asks about the only student's kadai1."""
    grade = book.by_student.get(STUDENT)
    item = Item(assignment="kadai1", points=8)
    step = step_of(item, book.assignment, grade, Missing.ZERO, asked)
    found = recognised_of(rules, step, grade, word=word)
    assert found.assignment == "kadai1"
    return found.recognised, found.why


HALF = Recognition(least_percent=50)
PROGRAM = Recognition(criteria=("program",))
OTHER = Recognition(criteria=("program",), criteria_of={"kadai1": ("c1",)})
IN_TIME = Recognition(in_time=True)
CONFIRMED = Recognition(confirmed=True)
GONE = in_state("kadai1", State.NOT_SUBMITTED)
WAITING = in_state("kadai1", State.NOT_GRADED)
NOBODY = Gradebook(assignment=assignment("kadai1"), grades=())


def received(book: Gradebook, late_seconds: int = 0) -> Gradebook:
    """The same, with a known time."""
    at = Received(at=DUE + timedelta(seconds=late_seconds), source=TimeSource.SHEET)
    grades = tuple(replace(one, received=at, late_seconds=late_seconds) for one in book.grades)
    return replace(book, grades=grades)


@pytest.mark.parametrize(
    ("rules", "book", "answer"),
    [
        (Recognition(), graded("kadai1", 0), True),
        (Recognition(), WAITING, True),
        (Recognition(), GONE, False),
        (Recognition(), NOBODY, None),
        (HALF, graded("kadai1", 4), True),
        (HALF, graded("kadai1", 3.9), False),
        (HALF, graded("kadai1", 4, None), True),
        (HALF, graded("kadai1", 3, None), None),
        (HALF, graded("kadai1", 0, 0, None), False),
        (HALF, graded("kadai1", 4, kept=90), False),
        (HALF, WAITING, None),
        (PROGRAM, graded("kadai1", 0.5, 4), True),
        (PROGRAM, graded("kadai1", 0, 4), False),
        (PROGRAM, graded("kadai1", None, 4), None),
        (PROGRAM, WAITING, None),
        (OTHER, graded("kadai1", 0, 4), True),
        (OTHER, graded("kadai1", 8), None),  # there is no such criterion: nobody can say
        (IN_TIME, received(graded("kadai1", 8)), True),
        (IN_TIME, received(graded("kadai1", 8), 660), False),
        (IN_TIME, graded("kadai1", 8), None),
        (CONFIRMED, graded("kadai1", 8), None),
        (CONFIRMED, confirmed(graded("kadai1", 8)), True),
        (replace(HALF, confirmed=True), graded("kadai1", 1), False),
        (replace(HALF, confirmed=True), graded("kadai1", 8), None),
        (Recognition(person=True), graded("kadai1", 8), None),
    ],
)
def test_when_an_assignment_is_recognised(
    rules: Recognition,
    book: Gradebook,
    answer: bool | None,  # noqa: FBT001 - what is expected
) -> None:
    """All that the course asks for holds, does not, or is open."""
    assert recognised(rules, book)[0] is answer


def test_a_persons_word_wins() -> None:
    """Whatever the rules and the points say."""
    assert recognised(HALF, GONE, word=True) == (True, RecognitionWhy.WORD)
    assert recognised(HALF, graded("kadai1", 8), word=False) == (False, RecognitionWhy.WORD)


def test_before_the_deadline_nothing_is_missing() -> None:
    """Who has not handed in yet may."""
    assert recognised(Recognition(), GONE, asked=BEFORE) == (None, RecognitionWhy.OPEN)
    assert recognised(Recognition(), GONE) == (False, RecognitionWhy.NOT_SUBMITTED)
