"""One assignment on the way to the total: what its sheet counts, and what is still open."""

from dataclasses import replace
from fractions import Fraction

from grader.model.course import Assignment
from grader.model.gradebook import Grade, State
from grader.model.grading import Item, Missing
from grader.model.scoresheet import ScoreSheet
from grader.model.standing import Asked, Range, Step, Why
from grader.scoring.exact import NOTHING, exact, scaled

_WHOLE = Fraction(100)  # percent


def step_of(
    item: Item, assignment: Assignment | None, grade: Grade | None, missing: Missing, asked: Asked
) -> Step:
    """Counts one student's assignment. What is open is a range, never 0.

    `assignment` is None while it has no gradebook, `grade` while that has no line of the student.
    """
    if assignment is None:
        return _open(item, Why.NO_GRADEBOOK, exact(item.points))
    step = _counted(item, assignment, grade, missing, asked)
    if grade is None:
        return replace(step, title=assignment.title)
    return replace(
        step,
        title=assignment.title,
        state=grade.state,
        late_seconds=grade.late_seconds,
        by=_deciders(grade),
        confirmed=grade.state is State.CONFIRMED,
    )


def _counted(
    item: Item, assignment: Assignment, grade: Grade | None, missing: Missing, asked: Asked
) -> Step:
    of = sum((exact(one.points) for one in assignment.rubric), Fraction(0))
    if grade is None:
        return _open(item, Why.NO_LINE, of)
    sheet = grade.sheet
    if grade.state is State.NOT_SUBMITTED and not (sheet is not None and sheet.complete):
        return _not_submitted(item, assignment, grade.student, missing, asked)
    if sheet is None:
        kept = assignment.kept_percent(grade.late_seconds)
        unknown = grade.state is State.UNKNOWN
        return _open(item, Why.UNKNOWN if unknown else Why.NOT_GRADED, of, kept)
    return _from_sheet(item, sheet, unconfirmed=_is_unconfirmed(grade, asked))


def _is_unconfirmed(grade: Grade, asked: Asked) -> bool:
    return asked.confirmed_only and grade.state is not State.CONFIRMED


def _not_submitted(
    item: Item, assignment: Assignment, student: str, missing: Missing, asked: Asked
) -> Step:
    """0 only when the time is over and the course says that this is 0."""
    of = sum((exact(one.points) for one in assignment.rubric), Fraction(0))
    if not assignment.deadline.late_seconds(student, asked.now):
        return _open(item, Why.NOT_DUE, of)
    if missing is Missing.OPEN:
        return _open(item, Why.MISSING, of)
    return Step(
        assignment=item.assignment,
        title={},
        why=Why.ZERO,
        awarded=NOTHING,
        of=of,
        points=NOTHING,
        most=exact(item.points),
    )


def _from_sheet(item: Item, sheet: ScoreSheet, *, unconfirmed: bool) -> Step:
    of = sum((exact(one.max) for one in sheet.awards), Fraction(0))
    decided = sum((exact(one.points) for one in sheet.awards if one.points is not None), Fraction())
    undecided = [one for one in sheet.awards if one.points is None]
    still = sum((exact(one.max) for one in undecided), Fraction(0))
    kept = 100.0 if sheet.lateness is None else sheet.lateness.kept_percent
    awarded = Range(lowest=decided, highest=decided + still)
    why = Why.CRITERIA if undecided else Why.COUNTED
    if unconfirmed and not undecided:
        awarded, why = Range(lowest=Fraction(0), highest=of), Why.UNCONFIRMED
    awarded = scaled(awarded, exact(kept) / _WHOLE)
    return Step(
        assignment=item.assignment,
        title={},
        why=why,
        awarded=awarded,
        of=of,
        points=_in_course_points(awarded, of, item),
        most=exact(item.points),
        kept_percent=kept,
        open=tuple(one.criterion for one in undecided),
    )


def _open(item: Item, why: Why, of: Fraction, kept: float = 100.0) -> Step:
    """Everything from nothing to all of it."""
    awarded = Range(lowest=Fraction(0), highest=of * exact(kept) / _WHOLE)
    return Step(
        assignment=item.assignment,
        title={},
        why=why,
        awarded=awarded,
        of=of,
        points=_in_course_points(awarded, of, item),
        most=exact(item.points),
        kept_percent=kept,
    )


def _in_course_points(awarded: Range, of: Fraction, item: Item) -> Range:
    """Scales the sheet's points to what the assignment is worth in the course."""
    return scaled(awarded, exact(item.points) / of) if of else NOTHING


def _deciders(grade: Grade) -> tuple[str, ...]:
    """Names who decided: the grader or people, then who confirmed."""
    awards = grade.sheet.awards if grade.sheet is not None else ()
    names = [one.decided_by for one in awards if one.decided_by]
    if grade.confirmed is not None and grade.state is State.CONFIRMED:
        names.append(grade.confirmed.by)
    return tuple(dict.fromkeys(names))
