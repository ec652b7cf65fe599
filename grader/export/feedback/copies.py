"""Each student's copy of the score sheet as one HTML page, and the files for returning them."""

import unicodedata
from collections.abc import Mapping

from msgspec import Struct, field

from grader.export.feedback.view import student_view
from grader.export.gradebook.totals import WHY
from grader.export.gradebook.written import Copy, ExportOptions, Left, LeftOut, Written
from grader.export.names import file_stems
from grader.export.pages import render_sheet_html
from grader.export.places import redacted
from grader.export.stable_zip import zip_of
from grader.model.collection import Person
from grader.model.evidence import Evidence, nothing_observed
from grader.model.gradebook import Grade, Gradebook, State
from grader.model.language import DEFAULT_LANGUAGE
from grader.privacy import Redactor, make_redactor, people_of
from grader.wording import Language


class CopyOptions(Struct, frozen=True, kw_only=True):
    """Options for the copies."""

    lang: Language = DEFAULT_LANGUAGE  # shown first; a page contains both languages
    confirmed_only: bool = False
    people: tuple[Person, ...] = ()  # whose data are masked, besides the gradebook's students
    reports: Mapping[str, bytes] = field(default_factory=dict)  # marked PDFs, by student


class Feedback(Struct, frozen=True, kw_only=True):
    """Everyone's pages, in the gradebook's order, and who has none and why."""

    copies: tuple[Copy, ...]
    left_out: tuple[LeftOut, ...] = field(default=())


def make_copies(
    book: Gradebook, evidence: Mapping[str, Evidence], options: CopyOptions
) -> Feedback:
    """Render a page for every student with a sheet; undecided criteria are shown as such.

    A sheet or evidence labelled with another student gets no page.
    """
    redactor = make_redactor((*people_of(book), *options.people))
    why = {
        grade.student: _why_not(grade, evidence.get(grade.student), options)
        for grade in book.grades
    }
    shown = [grade for grade in book.grades if why[grade.student] is None]
    stems = file_stems([grade.student for grade in shown])
    return Feedback(
        copies=tuple(
            Copy(
                student=grade.student,
                stem=stems[grade.student],
                page=_page(grade, book, evidence.get(grade.student), redactor, options),
                report=options.reports.get(grade.student, b""),
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
    return None


def _page(
    grade: Grade,
    book: Gradebook,
    evidence: Evidence | None,
    redactor: Redactor,
    options: CopyOptions,
) -> bytes:
    assert grade.sheet is not None
    # Points may have been given for something that was never run.
    observed = evidence or nothing_observed(grade.student, book.assignment.id)
    sheet, observed = student_view(grade.sheet, observed, book.assignment, redactor)
    comment = redactor.redact(grade.comment, grade.student)
    places = redacted(grade.places, lambda text: redactor.redact(text, grade.student))
    page = render_sheet_html(
        sheet,
        observed,
        book.assignment,
        options.lang,
        comment,
        places=places,
        marked=grade.student in options.reports,
    )
    return page.encode("utf-8", "replace")


def write_pages(_: Gradebook, options: ExportOptions) -> Written:
    """Pack one file per student, ID.html, for an LMS without a known import format."""
    return pack({copy.student: f"{copy.stem}.html" for copy in options.pages}, options)


def pack(names: Mapping[str, str], options: ExportOptions) -> Written:
    """Pack the pages of these students, each under the given name.

    A marked report is placed beside its page, with the same name and the suffix of a PDF.
    """
    copies = [copy for copy in options.pages if copy.student in names]
    pages = {unicodedata.normalize("NFC", names[copy.student]): copy.page for copy in copies}
    pages |= {
        unicodedata.normalize("NFC", names[copy.student]).removesuffix(".html")
        + ".pdf": copy.report
        for copy in copies
        if copy.report
    }
    return Written(
        content=zip_of(sorted(pages.items())), filled=tuple(copy.student for copy in copies)
    )
