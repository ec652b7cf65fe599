"""Whose points may be written, and why the others' may not."""

from grader.export.gradebook.written import Asked, Left, LeftOut, Notice, NoticeKind
from grader.model.gradebook import Grade, Gradebook, State

WHY = {
    State.NOT_SUBMITTED: Left.NOT_SUBMITTED,
    State.NOT_GRADED: Left.NOT_GRADED,
    State.UNKNOWN: Left.UNKNOWN,
    State.OPEN: Left.OPEN,
}


def counts(grade: Grade, asked: Asked) -> bool:
    """Whether this student's points are to be shown at all."""
    return not asked.confirmed_only or grade.state is State.CONFIRMED


def total_of(grade: Grade, asked: Asked) -> float | None:
    """Gives the total to write; None while anything is open, or unconfirmed where that matters."""
    return grade.total if counts(grade, asked) else None


def why_open(grade: Grade) -> LeftOut:
    """Says why a student has no total to write."""
    held_back = grade.total is not None
    why = Left.PROPOSED if held_back else WHY.get(grade.state, Left.OPEN)
    return LeftOut(student=grade.student, why=why)


def left_open(book: Gradebook, asked: Asked) -> tuple[LeftOut, ...]:
    """Lists everybody without a total to write."""
    return tuple(why_open(one) for one in book.grades if total_of(one, asked) is None)


def with_total(book: Gradebook, asked: Asked) -> tuple[Grade, ...]:
    """Lists everybody with a total to write."""
    return tuple(one for one in book.grades if total_of(one, asked) is not None)


def unconfirmed(book: Gradebook, filled: tuple[str, ...]) -> tuple[Notice, ...]:
    """Says how many points were written that nobody has confirmed."""
    count = sum(book.by_student[one].state is not State.CONFIRMED for one in filled)
    return (Notice(kind=NoticeKind.NOT_CONFIRMED, params={"count": count}),) if count else ()


def most(book: Gradebook) -> float:
    """Counts the points there are."""
    return sum(criterion.points for criterion in book.assignment.rubric)
