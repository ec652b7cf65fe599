"""Decide which students' points may be written, and explain the others; sum the maximum."""

from collections.abc import Iterable

from grader.export.gradebook.written import (
    NOT_CONFIRMED,
    ExportOptions,
    Left,
    LeftOut,
    Notice,
)
from grader.model.gradebook import Grade, Gradebook, State

WHY = {
    State.NOT_SUBMITTED: Left.NOT_SUBMITTED,
    State.NOT_GRADED: Left.NOT_GRADED,
    State.UNKNOWN: Left.UNKNOWN,
    State.OPEN: Left.OPEN,
}


def counts(grade: Grade, options: ExportOptions) -> bool:
    """Return whether this student's points may be shown at all."""
    return not options.confirmed_only or grade.state is State.CONFIRMED


def total_of(grade: Grade, options: ExportOptions) -> float | None:
    """Return the total to write; None if points are undecided, or if required, unconfirmed."""
    return grade.total if counts(grade, options) else None


def left_open(book: Gradebook, options: ExportOptions) -> tuple[LeftOut, ...]:
    """List everyone without a total to write, and why."""
    return tuple(
        LeftOut(
            student=grade.student,
            why=Left.PROPOSED if grade.total is not None else WHY.get(grade.state, Left.OPEN),
        )
        for grade in book.grades
        if total_of(grade, options) is None
    )


def with_total(book: Gradebook, options: ExportOptions) -> tuple[Grade, ...]:
    """List everyone with a total to write."""
    return tuple(grade for grade in book.grades if total_of(grade, options) is not None)


def unconfirmed(book: Gradebook, filled: Iterable[str]) -> tuple[Notice, ...]:
    """Return a notice of the number of unconfirmed points written, if any."""
    by_student = book.by_student
    count = sum(by_student[student].state is not State.CONFIRMED for student in filled)
    return (Notice(kind=NOT_CONFIRMED, params={"count": count}),) if count else ()


def most(book: Gradebook) -> float:
    """Return the maximum total."""
    return sum(criterion.points for criterion in book.assignment.rubric)
