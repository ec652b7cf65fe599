"""Each student's copy of the score sheet, as one page of HTML."""

from collections.abc import Mapping

from msgspec import Struct, field

from grader.export.feedback.view import student_view
from grader.export.gradebook.totals import WHY
from grader.export.gradebook.written import Left, LeftOut
from grader.export.names import file_stems
from grader.export.pages import render_sheet_html
from grader.model.collection import Person
from grader.model.evidence import Evidence
from grader.model.gradebook import Grade, Gradebook, State
from grader.privacy import Redactor, make_redactor, people_of
from grader.wording import Language


class CopyOptions(Struct, frozen=True, kw_only=True):
    """What the copies are to be like."""

    lang: Language = "ja"  # shown first; a page holds both
    confirmed_only: bool = False
    people: tuple[Person, ...] = ()  # whose data are masked, beside the gradebook's students
    pseudonyms: Mapping[str, str] | None = None  # by student; None: students are called by their id


class Copy(Struct, frozen=True, kw_only=True):
    """One student's page."""

    student: str
    participant: str  # Moodle's number; "" = not known
    stem: str  # of a file's name: the id, or the stand-in
    page: bytes  # self-contained HTML


class Feedback(Struct, frozen=True, kw_only=True):
    """Everybody's pages, in the gradebook's order, and who has none and why."""

    assignment: str
    copies: tuple[Copy, ...]
    left_out: tuple[LeftOut, ...] = field(default=())


def make_copies(
    book: Gradebook, evidence: Mapping[str, Evidence], options: CopyOptions
) -> Feedback:
    """Renders a page for every student with a sheet; open criteria are shown as open.

    A sheet or evidence that says it is of another student makes no page at all.
    """
    redactor = make_redactor((*people_of(book), *options.people))
    why = {
        grade.student: _why_not(grade, evidence.get(grade.student), options)
        for grade in book.grades
    }
    shown = [grade for grade in book.grades if why[grade.student] is None]
    labels = {grade.student: _label(grade.student, options) for grade in shown}
    stems = file_stems(labels.values())
    return Feedback(
        assignment=book.assignment.id,
        copies=tuple(
            Copy(
                student=grade.student,
                participant=grade.who.participant,
                stem=stems[labels[grade.student]],
                page=_page(grade, book, evidence.get(grade.student), redactor, options),
            )
            for grade in shown
        ),
        left_out=tuple(
            LeftOut(student=student, why=left) for student, left in why.items() if left is not None
        ),
    )


def _why_not(grade: Grade, evidence: Evidence | None, options: CopyOptions) -> Left | None:
    if grade.sheet is None:
        return WHY.get(grade.state, Left.NOT_GRADED)
    whose = {grade.student, grade.sheet.student, evidence.student if evidence else grade.student}
    if len(whose) > 1:
        return Left.CONFLICT
    if options.confirmed_only and grade.state is not State.CONFIRMED:
        return Left.OPEN if grade.state is State.OPEN else Left.PROPOSED
    if options.pseudonyms is not None and grade.student not in options.pseudonyms:
        return Left.NO_ID
    return None


def _label(student: str, options: CopyOptions) -> str:
    return student if options.pseudonyms is None else options.pseudonyms[student]


def _page(
    grade: Grade,
    book: Gradebook,
    evidence: Evidence | None,
    redactor: Redactor,
    options: CopyOptions,
) -> bytes:
    assert grade.sheet is not None
    shown_as = "" if options.pseudonyms is None else options.pseudonyms[grade.student]
    observed = evidence or _nothing_observed(grade, book)
    sheet, observed = student_view(grade.sheet, observed, book.assignment, redactor, shown_as)
    comment = redactor.redact(grade.comment, "" if shown_as else grade.student)
    page = render_sheet_html(sheet, observed, book.assignment, options.lang, comment)
    return page.encode("utf-8", "replace")


def _nothing_observed(grade: Grade, book: Gradebook) -> Evidence:
    """What there is to show when a person gave points for what was never run."""
    return Evidence(
        assignment=book.assignment.id,
        student=grade.student,
        digest="",
        key="",
        main="",
        encoding="",
        candidates=(),
        files=(),
        troubles=(),
        exercises=(),
        machine={},
        grader="",
    )
