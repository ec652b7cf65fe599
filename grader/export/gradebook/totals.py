"""Whose points may be written, why the others' may not, and out of how many they are."""

from collections.abc import Iterable

from grader.export.gradebook.saying import number_of
from grader.export.gradebook.written import ExportOptions, Left, LeftOut, Notice, NoticeKind
from grader.model.errors import IntakeError
from grader.model.gradebook import Grade, Gradebook, State
from grader.wording import visible

SAME = 1e-6  # points
WHY = {
    State.NOT_SUBMITTED: Left.NOT_SUBMITTED,
    State.NOT_GRADED: Left.NOT_GRADED,
    State.UNKNOWN: Left.UNKNOWN,
    State.OPEN: Left.OPEN,
}


def counts(grade: Grade, options: ExportOptions) -> bool:
    """Whether this student's points are to be shown at all."""
    return not options.confirmed_only or grade.state is State.CONFIRMED


def total_of(grade: Grade, options: ExportOptions) -> float | None:
    """Gives the total to write; None while anything is open, or unconfirmed where that matters."""
    return grade.total if counts(grade, options) else None


def left_open(book: Gradebook, options: ExportOptions) -> tuple[LeftOut, ...]:
    """Lists everybody without a total to write, and why."""
    return tuple(
        LeftOut(
            student=grade.student,
            why=Left.PROPOSED if grade.total is not None else WHY.get(grade.state, Left.OPEN),
        )
        for grade in book.grades
        if total_of(grade, options) is None
    )


def with_total(book: Gradebook, options: ExportOptions) -> tuple[Grade, ...]:
    """Lists everybody with a total to write."""
    return tuple(grade for grade in book.grades if total_of(grade, options) is not None)


def unconfirmed(book: Gradebook, filled: Iterable[str]) -> tuple[Notice, ...]:
    """Says how many points were written that nobody has confirmed."""
    by_student = book.by_student
    count = sum(by_student[student].state is not State.CONFIRMED for student in filled)
    return (Notice(kind=NoticeKind.NOT_CONFIRMED, params={"count": count}),) if count else ()


def most(book: Gradebook) -> float:
    """Counts the points there are."""
    return sum(criterion.points for criterion in book.assignment.rubric)


def sure_of_totals(book: Gradebook, options: ExportOptions) -> None:
    """Raises IntakeError for a total that an LMS passes over or refuses."""
    points = most(book)
    for grade in with_total(book, options):
        total = total_of(grade, options) or 0.0
        if not 0 <= total <= points + SAME:
            raise IntakeError(
                "{student} has {total:g} of {points:g} points; an LMS does not accept points "
                "below 0 or above the maximum",
                student=visible(grade.student),
                total=total,
                points=points,
            )


def sure_of_maximum(name: str, cells: Iterable[str], book: Gradebook) -> list[Notice]:
    """Raises IntakeError when the file says another maximum; a notice when it says none."""
    points = most(book)
    maxima = {value for cell in cells if (value := number_of(cell)) is not None}
    for other in maxima:
        if abs(other - points) > SAME:
            raise IntakeError(
                "{path}: the maximum is {other:g} points, but the assignment has {points:g}; set "
                "the same maximum in the LMS or use the correct file",
                path=visible(name),
                other=other,
                points=points,
            )
    return [] if maxima else [Notice(kind=NoticeKind.UNKNOWN_MAX)]
