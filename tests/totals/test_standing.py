"""Everybody's standing in the course: parts, conditions, letters."""

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.model.collection import Received, TimeSource
from grader.model.gradebook import Grade, Gradebook, State
from grader.model.grading import (
    AttendanceRules,
    Condition,
    ConditionKind,
    Letter,
    Missing,
    Recognition,
    Rounded,
    Rounding,
    RoundingWay,
)
from grader.totals.standing import (
    ConditionStanding,
    ConditionState,
    Range,
    StandingReason,
    StandingRequest,
)
from grader.totals.summing import standings
from tests.scoring.terms import DUE, STUDENT, TITLE, assignment, confirmed, graded, in_state
from tests.totals.terms import AFTER, BEFORE, COURSE, KADAI, OPTION, PROJECT, part, standing, term

LETTERS = tuple(
    Letter(letter=letter, least=least)
    for letter, least in (("秀", 90), ("優", 80), ("良", 70), ("可", 60), ("不可", 0))
)
PLAIN = replace(COURSE, rounding=Rounding(way=RoundingWay.NONE))


def between(lowest: str, highest: str) -> Range:
    """A range, written as fractions."""
    return Range(lowest=Fraction(lowest), highest=Fraction(highest))


def test_a_whole_term_by_hand() -> None:
    """56 of 64 points are 52.5 %, 35 of 40 are 35 %, 7 on top: 94.5, which is 95."""
    books = term({"kadai1": 4, "kadai2": 4, "project2": 15, "option1": 5, "option2": 2})
    one = standing(replace(COURSE, letters=LETTERS), *books)
    assert [part.points.known for part in one.parts] == [56, 7, 35]
    assert [part.adds.known for part in one.parts] == [Fraction("52.5"), 7, 35]
    assert one.exact == between("94.5", "94.5")
    assert one.total.known == 95
    assert (one.letter, one.complete, one.open) == ("秀", True, ())
    assert one.name == "山田 太郎"


def test_a_rubric_of_other_points_is_scaled() -> None:
    """15 of 20 points of a rubric are 6 of the 8 that the course gives."""
    one = standing(COURSE, graded("kadai1", 15, most=20))
    step = one.parts[0].steps[0]
    assert [step.awarded.known, step.of, step.points.known, step.most] == [15, 20, 6, 8]


def test_late_points_count_as_they_are_kept() -> None:
    """8 points with 90 % kept are 7.2."""
    step = standing(COURSE, graded("kadai1", 8, kept=90)).parts[0].steps[0]
    assert (step.points.known, step.kept_percent, step.late_seconds) == (Fraction("7.2"), 90, 660)


@pytest.mark.parametrize(
    ("book", "asked", "why", "lowest", "highest"),
    [
        (graded("kadai1", 3), BEFORE, StandingReason.COUNTED, 3, 3),
        (graded("kadai1", 3, None), BEFORE, StandingReason.CRITERIA, 3, 7),
        (graded("kadai1", None), BEFORE, StandingReason.CRITERIA, 0, 8),
        (graded("kadai1", None, kept=50), BEFORE, StandingReason.CRITERIA, 0, 4),
        (in_state("kadai1", State.NOT_GRADED), AFTER, StandingReason.NOT_GRADED, 0, 8),
        (in_state("kadai1", State.UNKNOWN), BEFORE, StandingReason.UNKNOWN, 0, 8),
        (in_state("kadai1", State.UNKNOWN), AFTER, StandingReason.UNKNOWN, 0, 8),
        (in_state("kadai1", State.NOT_SUBMITTED), BEFORE, StandingReason.NOT_DUE, 0, 8),
        (in_state("kadai1", State.NOT_SUBMITTED), AFTER, StandingReason.ZERO, 0, 0),
        (
            Gradebook(assignment=assignment("kadai1"), grades=()),
            AFTER,
            StandingReason.NO_LINE,
            0,
            8,
        ),
        (
            graded("kadai1", 3),
            replace(AFTER, confirmed_only=True),
            StandingReason.UNCONFIRMED,
            0,
            8,
        ),
        (
            confirmed(graded("kadai1", 3)),
            replace(AFTER, confirmed_only=True),
            StandingReason.COUNTED,
            3,
            3,
        ),
    ],
)
def test_what_is_open_is_a_range(
    book: Gradebook, asked: StandingRequest, why: StandingReason, lowest: int, highest: int
) -> None:
    """Nothing open is ever 0; only what was not handed in and is over is."""
    others = graded("kadai2", 1)
    books = {"kadai1": book, "kadai2": others}
    (one,) = standings(PLAIN, books, {}, asked)
    step = one.parts[0].steps[0]
    assert (step.why, step.points) == (why, between(str(lowest), str(highest)))
    assert ("kadai1" in one.open) == (why not in (StandingReason.COUNTED, StandingReason.ZERO))


def test_what_is_missing_can_be_left_to_a_person() -> None:
    """`not_submitted = "open"`: nothing is counted; optional assignments are 0 all the same."""
    grading = replace(COURSE, not_submitted=Missing.OPEN)
    books = [in_state(name, State.NOT_SUBMITTED) for name in (*KADAI, *OPTION)]
    one = standing(grading, *books)
    assert {step.why for step in one.parts[0].steps} == {StandingReason.MISSING}
    assert {step.why for step in one.parts[1].steps} == {StandingReason.ZERO}


def test_an_extension_moves_the_deadline() -> None:
    """Who has more time has not missed it."""
    book = in_state("kadai1", State.NOT_SUBMITTED)
    due = book.assignment.due.replace(year=2026)
    extended = replace(book, assignment=replace(book.assignment, extensions={STUDENT: due}))
    assert standing(COURSE, extended).parts[0].steps[0].why is StandingReason.NOT_DUE


def test_within_the_grace_nothing_is_over() -> None:
    """59 seconds after the deadline one may still hand in."""
    book = in_state("kadai1", State.NOT_SUBMITTED)
    asked = StandingRequest(now=book.assignment.due.replace(second=59))
    assert standing(COURSE, book, asked=asked).parts[0].steps[0].why is StandingReason.NOT_DUE


def test_one_assignment_says_how_far_it_can_go() -> None:
    """With 4 of 8 points of kadai1, 3.75 % are sure and 96.25 % (and 10 on top) still open."""
    one = standing(COURSE, graded("kadai1", 4), asked=BEFORE)
    assert one.exact == between("3.75", "100")
    assert one.total == between("4", "100")
    assert (one.letter, one.complete) == (None, False)
    assert one.open == (*list(KADAI)[1:], *OPTION, *PROJECT)
    steps = one.parts[0].steps
    assert {step.why for step in steps[1:]} == {StandingReason.NO_GRADEBOOK}


def test_optional_points_can_fill_a_part_up() -> None:
    """Inside the reports, 7 optional points mend 4 lost ones, and the rest is lost."""
    inside = replace(
        COURSE,
        parts=(
            part("reports", KADAI, 60),
            part("optional", OPTION, inside="reports"),
            part("project", PROJECT, 40),
        ),
    )
    one = standing(inside, *term({"kadai1": 4, "option1": 5, "option2": 2, "project1": 10}))
    reports, optional, project = one.parts
    assert [reports.points.known, reports.adds.known] == [60, 60]
    assert [optional.points.known, optional.adds.known] == [7, 0]
    assert [project.adds.known, one.total.known] == [30, 90]


def test_a_total_is_not_over_the_maximum() -> None:
    """Everything right and 10 on top is 100."""
    one = standing(COURSE, *term({"option1": 5, "option2": 5}))
    assert [one.exact.known, one.total.known] == [100, 100]


@pytest.mark.parametrize(
    ("rounding", "total"),
    [
        (Rounding(), 60),
        (Rounding(way=RoundingWay.DOWN), 59),
        (Rounding(way=RoundingWay.NONE), Fraction("59.5")),
        (Rounding(digits=1), Fraction("59.5")),
        (Rounding(what=Rounded.PARTS), 60),
        (Rounding(what=Rounded.PARTS, way=RoundingWay.DOWN), 59),
    ],
)
def test_rounding_by_hand(rounding: Rounding, total: Fraction) -> None:
    """52.5 % of the reports and 7 of the projects: 59.5, half up 60."""
    books = term({"kadai1": 4, "kadai2": 4, "project1": 7, "project2": 0})
    one = standing(replace(COURSE, rounding=rounding, letters=LETTERS), *books)
    assert one.total.known == total
    assert one.letter == ("可" if total == 60 else "不可")


def test_floats_do_not_lose_a_half() -> None:
    """Three thirds are a whole: 8 / 3 three times is 8, not 7.9999."""
    book = graded("kadai1", 8 / 3, 8 / 3, 8 / 3)
    assert standing(COURSE, book).parts[0].steps[0].points.known == 8
    tenths = graded("kadai1", *[0.1] * 10, most=1)
    assert standing(COURSE, tenths).parts[0].steps[0].awarded.known == 1


CONDITIONS = (
    Condition(id="attendance", title=TITLE, kind=ConditionKind.ATTENDANCE, least_percent=80),
)


def test_the_letter_waits_for_the_conditions() -> None:
    """No attendance is known: open. Met: by the total. Not met: the letter for that."""
    grading = replace(
        COURSE,
        letters=LETTERS,
        conditions=CONDITIONS,
        letter_without_condition="不可",
        attendance=AttendanceRules(sessions=15),
    )
    books = {book.assignment.id: book for book in term({})}
    letters = []
    for attended in (None, 12, 11):
        attendance = {} if attended is None else {STUDENT: Fraction(attended)}
        (one,) = standings(grading, books, attendance, AFTER)
        letters.append(one.letter)
    assert letters == [None, "秀", "不可"]


def test_a_course_may_have_no_letters() -> None:
    """Then the total is the grade."""
    assert standing(COURSE, *term({})).letter is None


def test_a_confirmed_term() -> None:
    """Only when a person confirmed every sheet; who, is on every step."""
    books = term({})
    assert not standing(COURSE, *books).confirmed
    one = standing(COURSE, *[confirmed(book) for book in books])
    assert one.confirmed
    assert one.parts[0].steps[0].by == ("grader", "佐藤")


def test_everybody_is_there_in_the_order_of_the_roster() -> None:
    """Students of every gradebook and of the attendance, the longest gradebook first."""
    roster = ("24A1203", "24A1201")
    grades = tuple(Grade(student=one, state=State.NOT_SUBMITTED) for one in roster)
    books = {
        "kadai1": graded("kadai1", 3, student="24A1202"),
        "kadai2": Gradebook(assignment=assignment("kadai2"), grades=grades),
    }
    attendance = {"24A1200": Fraction(1)}
    found = standings(COURSE, books, attendance, AFTER)
    assert [one.student for one in found] == ["24A1203", "24A1201", "24A1200", "24A1202"]
    assert standings(COURSE, {}, {}, AFTER) == ()


AMOUNTS = st.integers(0, 80).map(lambda tenths: tenths / 10)
POINTS = st.dictionaries(st.sampled_from(list(KADAI)), AMOUNTS, max_size=8)
ROUNDINGS = st.builds(
    Rounding,
    what=st.sampled_from(Rounded),
    way=st.sampled_from(RoundingWay),
    digits=st.integers(0, 3),
)


@settings(max_examples=60)
@given(points=POINTS, rounding=ROUNDINGS, extra=AMOUNTS, name=st.sampled_from(list(KADAI)))
def test_what_holds_for_every_class(
    points: dict[str, float], rounding: Rounding, extra: float, name: str
) -> None:
    """Never over 100; known within open; more points never cost; order does not matter."""
    grading = replace(COURSE, rounding=rounding)
    books = [graded(one, given) for one, given in points.items()]
    one = standing(grading, *books, asked=BEFORE) if books else None
    if one is None:
        return
    assert 0 <= one.total.lowest <= one.total.highest <= 100
    backwards = replace(
        grading,
        parts=tuple(
            replace(part, assignments=part.assignments[::-1]) for part in grading.parts[::-1]
        ),
    )
    assert standing(backwards, *books[::-1], asked=BEFORE).total == one.total
    more = {**points, name: max(points.get(name, 0), extra)}
    better = standing(grading, *[graded(key, given) for key, given in more.items()], asked=BEFORE)
    assert better.total.lowest >= one.total.lowest
    undone = [
        graded(key, None) if key == name else graded(key, value) for key, value in more.items()
    ]
    opened = standing(grading, *undone, asked=BEFORE)
    assert opened.total.highest >= better.total.highest
    assert opened.total.lowest <= better.total.lowest


ATTENDANCE = Condition(
    id="attendance", title=TITLE, kind=ConditionKind.ATTENDANCE, least_percent=80
)
RECOGNITION = replace(ATTENDANCE, id="recognition", kind=ConditionKind.RECOGNITION)
MET, NOT_MET = ConditionState.MET, ConditionState.NOT_MET
OPEN, IMPOSSIBLE = ConditionState.OPEN, ConditionState.IMPOSSIBLE


def condition(
    one: Condition,
    *books: Gradebook,
    rules: Recognition = COURSE.recognition,
    attended: str | None = None,
    sessions: int | None = None,
    held: int | None = None,
    asked: StandingRequest = AFTER,
) -> ConditionStanding:
    """How one condition stands of the only student."""
    grading = replace(
        COURSE,
        conditions=(one,),
        recognition=rules,
        attendance=AttendanceRules(sessions=sessions, held=held),
    )
    by_name = {book.assignment.id: book for book in books or (graded("kadai1", 8),)}
    attendance = {} if attended is None else {STUDENT: Fraction(attended)}
    found = standings(grading, by_name, attendance, asked)
    return next(each for each in found if each.student == STUDENT).conditions[0]


@pytest.mark.parametrize(
    ("attended", "held", "sessions", "state"),
    [
        ("12", None, 15, MET),  # 80 % exactly
        ("11.5", None, 15, NOT_MET),
        ("12", 12, 15, MET),  # whatever still comes
        ("11", 11, 15, OPEN),
        ("8", 12, 15, IMPOSSIBLE),  # 11 of 15 at most
        ("9", 12, 15, OPEN),
        (None, None, 15, OPEN),
        (None, 12, 15, OPEN),
        (None, None, None, OPEN),
    ],
)
def test_attendance_by_hand(
    attended: str | None, held: int | None, sessions: int | None, state: ConditionState
) -> None:
    """80 % of the sessions of the course."""
    found = condition(ATTENDANCE, attended=attended, held=held, sessions=sessions)
    assert found.state is state


def test_the_count_behind_a_condition() -> None:
    """9 of 12, and 3 to come."""
    found = condition(ATTENDANCE, attended="9", held=12, sessions=15)
    assert [found.counted, found.open, found.of] == [9, 3, 15]


@pytest.mark.parametrize(
    ("yes", "no", "still", "state"),
    [(7, 1, 0, MET), (6, 2, 0, NOT_MET), (6, 0, 2, OPEN), (0, 2, 6, IMPOSSIBLE), (7, 0, 1, MET)],
)
def test_how_many_are_recognised(yes: int, no: int, still: int, state: ConditionState) -> None:
    """Of 8 assignments, 80 % are 7."""
    points = dict(zip(KADAI, [8.0] * yes + [0.0] * no, strict=False))
    every = replace(RECOGNITION, assignments=tuple(KADAI))
    found = condition(every, *(graded(name, given) for name, given in points.items()), rules=HALF)
    assert found.state is state
    assert [found.counted, found.open, found.of] == [yes, still, 8]


def recognised(
    rules: Recognition, book: Gradebook, *, asked: StandingRequest = AFTER
) -> bool | None:
    """Asks about the only student's kadai1."""
    found = condition(
        replace(RECOGNITION, least_percent=100, assignments=("kadai1",)),
        *(book, graded("kadai2", 8)),
        rules=rules,
        asked=asked,
    )
    return None if found.open else bool(found.counted)


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
    ],
)
def test_when_an_assignment_is_recognised(
    rules: Recognition,
    book: Gradebook,
    answer: bool | None,  # noqa: FBT001 - what is expected
) -> None:
    """All that the course asks for holds, does not, or is open."""
    assert recognised(rules, book) is answer


def test_before_the_deadline_nothing_is_missing() -> None:
    """Who has not handed in yet may."""
    assert recognised(Recognition(), GONE, asked=BEFORE) is None
    assert recognised(Recognition(), GONE) is False
