"""What must hold before a file is filled: it was given, and its maximum is the assignment's."""

from collections.abc import Iterable

from grader.export.gradebook.choosing import most, total_of, with_total
from grader.export.gradebook.saying import number_of
from grader.export.gradebook.written import Asked, Into, Notice, NoticeKind
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.wording import visible

SAME = 1e-6  # points


def needed(asked: Asked) -> Into:
    """Gives the file that is to be filled; raises IntakeError when none was given."""
    if asked.into is None:
        raise IntakeError("this format fills a file of the LMS; give it with --into FILE")
    return asked.into


def sure_of_totals(book: Gradebook, asked: Asked) -> None:
    """Raises IntakeError for a total that an LMS passes over or refuses."""
    points = most(book)
    for grade in with_total(book, asked):
        total = total_of(grade, asked) or 0.0
        if not 0 <= total <= points + SAME:
            raise IntakeError(
                "{student} has {total:g} of {points:g} points; an LMS takes nothing below 0 or "
                "above the maximum",
                student=visible(grade.student),
                total=total,
                points=points,
            )


def sure_of_maximum(name: str, cells: Iterable[str], book: Gradebook) -> list[Notice]:
    """Raises IntakeError when the file says another maximum; a notice when it says none."""
    points = most(book)
    said = {value for cell in cells if (value := number_of(cell)) is not None}
    for other in said:
        if abs(other - points) > SAME:
            raise IntakeError(
                "{path}: is out of {other:g} points, the assignment out of {points:g}; make "
                "the maximum in the LMS the same, or take the right file",
                path=visible(name),
                other=other,
                points=points,
            )
    return [] if said else [Notice(kind=NoticeKind.UNKNOWN_MAX)]
