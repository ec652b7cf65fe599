"""Conditions of the course: attendance, and how many assignments are recognised."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from grader.model.gradebook import Grade, State
from grader.model.grading import AttendanceRules, Condition, Recognition
from grader.model.standing import (
    Attended,
    ConditionStanding,
    ConditionState,
    Recognised,
    RecognitionWhy,
    Step,
    Why,
)
from grader.scoring.exact import exact

_Answer = tuple[bool | None, RecognitionWhy]


def attendance_standing(
    condition: Condition, rules: AttendanceRules, attended: Attended | None
) -> ConditionStanding:
    """Lays what is known of the attendance beside what is asked for; the rest is open."""
    if attended is None or not attended.sure:
        sessions = Fraction(rules.sessions or 0)
        return _standing(condition, Fraction(0), sessions, sessions)
    written = attended.counted + attended.open
    to_come = max((rules.sessions or 0) - written - attended.excused, 0)
    still = Fraction(attended.open + to_come)
    return _standing(condition, attended.attended, still, attended.counted + still)


def recognition_standing(
    condition: Condition, recognised: Sequence[Recognised]
) -> ConditionStanding:
    """Counts the recognised assignments."""
    counted = sum(one.recognised is True for one in recognised)
    still = sum(one.recognised is None for one in recognised)
    numbers = (Fraction(counted), Fraction(still), Fraction(len(recognised)))
    return _standing(condition, *numbers, tuple(recognised))


def recognised_of(
    rules: Recognition, step: Step, grade: Grade | None, *, word: bool | None
) -> Recognised:
    """Says whether one assignment is recognised. A person's word wins; what is open stays open."""
    given = _answer(rules, step, grade) if word is None else (word, RecognitionWhy.WORD)
    recognised, why = given
    return Recognised(assignment=step.assignment, recognised=recognised, why=why)


def _standing(
    condition: Condition,
    counted: Fraction,
    still: Fraction,
    of: Fraction,
    recognised: tuple[Recognised, ...] = (),
) -> ConditionStanding:
    return ConditionStanding(
        condition=condition.id,
        title=condition.title,
        kind=condition.kind,
        state=_state(exact(condition.least_percent) / 100 * of, counted, still, of),
        least_percent=condition.least_percent,
        counted=counted,
        open=still,
        of=of,
        recognised=recognised,
    )


def _state(needed: Fraction, counted: Fraction, still: Fraction, of: Fraction) -> ConditionState:
    if not of:
        return ConditionState.OPEN
    if counted >= needed:
        return ConditionState.MET
    if counted + still >= needed:
        return ConditionState.OPEN
    return ConditionState.IMPOSSIBLE if still else ConditionState.NOT_MET


def _answer(rules: Recognition, step: Step, grade: Grade | None) -> _Answer:
    if rules.person or grade is None:
        return None, RecognitionWhy.OPEN
    if step.why is Why.ZERO:
        return False, RecognitionWhy.NOT_SUBMITTED
    if step.why in (Why.NOT_DUE, Why.MISSING, Why.UNKNOWN):
        return None, RecognitionWhy.OPEN
    answers = list(_answers(rules, step, grade))
    for wanted in (False, None):  # one that does not hold decides, then one that is open
        for recognised, why in answers:
            if recognised is wanted:
                return recognised, why
    return True, RecognitionWhy.MET


def _answers(rules: Recognition, step: Step, grade: Grade) -> Iterator[_Answer]:
    """Asks each rule that the course has."""
    if rules.in_time:
        known = grade.received is not None or grade.late_seconds > 0
        yield (not grade.late_seconds if known else None), RecognitionWhy.LATE
    if rules.least_percent is not None:
        needed = exact(rules.least_percent) / 100 * step.of
        enough = step.awarded.lowest >= needed
        possible = step.awarded.highest >= needed
        yield (True if enough else None if possible else False), RecognitionWhy.POINTS
    for criterion in rules.criteria_for(step.assignment):
        yield _has_points(grade, criterion), RecognitionWhy.CRITERIA
    if rules.confirmed:
        yield (True if grade.state is State.CONFIRMED else None), RecognitionWhy.UNCONFIRMED


def _has_points(grade: Grade, criterion: str) -> bool | None:
    """Looks for points over 0; None while the criterion has none, or there is no such criterion."""
    awards = grade.sheet.awards if grade.sheet is not None else ()
    points = next((one.points for one in awards if one.criterion == criterion), None)
    return None if points is None else points > 0


Words = Mapping[str, Mapping[str, bool]]
"""What persons said: by student, then by assignment."""
