"""Refuse what an LMS would ignore or reject: totals out of range, a different maximum."""

from collections.abc import Iterable

from grader.export.gradebook import ExportOptions, Notice
from grader.export.gradebook.totals import most, total_of, with_total
from grader.lms.notices import NoticeKind
from grader.lms.saying import number_of
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.wording import visible

TOLERANCE = 1e-6  # points


def sure_of_totals(book: Gradebook, options: ExportOptions) -> None:
    """Raise IntakeError for a total that an LMS ignores or rejects."""
    points = most(book)
    for grade in with_total(book, options):
        total = total_of(grade, options) or 0.0
        if not 0 <= total <= points + TOLERANCE:
            raise IntakeError(
                "{student} has {total:g} of {points:g} points; an LMS does not accept points "
                "below 0 or above the maximum",
                student=visible(grade.student),
                total=total,
                points=points,
            )


def sure_of_maximum(name: str, cells: Iterable[str], book: Gradebook) -> list[Notice]:
    """Raise IntakeError if the file has a different maximum; return a notice if it has none."""
    points = most(book)
    maxima = {value for cell in cells if (value := number_of(cell)) is not None}
    for other in maxima:
        if abs(other - points) > TOLERANCE:
            raise IntakeError(
                "{path}: the maximum is {other:g} points, but the assignment has {points:g}; set "
                "the same maximum in the LMS or use the correct file",
                path=visible(name),
                other=other,
                points=points,
            )
    return [] if maxima else [Notice(kind=NoticeKind.UNKNOWN_MAX)]
