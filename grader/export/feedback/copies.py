"""Each student's copy of the score sheet, as one page of HTML, and the files they go back in."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from grader.export.feedback.view import student_view
from grader.export.gradebook.totals import WHY
from grader.export.gradebook.written import Left, LeftOut
from grader.export.names import file_stems
from grader.export.pages import render_sheet_html
from grader.export.stable_zip import zip_of
from grader.model.collection import Person
from grader.model.errors import IntakeError
from grader.model.evidence import Evidence, nothing_observed
from grader.model.gradebook import Grade, Gradebook, State
from grader.model.language import DEFAULT_LANGUAGE
from grader.privacy import Redactor, make_redactor, people_of
from grader.wording import Language

NAMELESS = "x"  # what stands where Moodle puts a name; its importer does not look at it
FOLDER = "assignsubmission_file"  # as Moodle's own download calls it; the importer asks for that
LONGEST = 18  # digits of a number; more is none


class CopyOptions(Struct, frozen=True, kw_only=True):
    """What the copies are to be like."""

    lang: Language = DEFAULT_LANGUAGE  # shown first; a page holds both
    confirmed_only: bool = False
    people: tuple[Person, ...] = ()  # whose data are masked, beside the gradebook's students


class Copy(Struct, frozen=True, kw_only=True):
    """One student's page."""

    student: str
    participant: str  # Moodle's number; "" = not known
    stem: str  # of a file's name: the id
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
    stems = file_stems([grade.student for grade in shown])
    return Feedback(
        assignment=book.assignment.id,
        copies=tuple(
            Copy(
                student=grade.student,
                participant=grade.who.participant,
                stem=stems[grade.student],
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
    return None


def _page(
    grade: Grade,
    book: Gradebook,
    evidence: Evidence | None,
    redactor: Redactor,
    options: CopyOptions,
) -> bytes:
    assert grade.sheet is not None
    # Points may have been given for what was never run.
    observed = evidence or nothing_observed(grade.student, book.assignment.id)
    sheet, observed = student_view(grade.sheet, observed, book.assignment, redactor)
    comment = redactor.redact(grade.comment, grade.student)
    page = render_sheet_html(sheet, observed, book.assignment, options.lang, comment)
    return page.encode("utf-8", "replace")


def moodle_zip(feedback: Feedback) -> tuple[bytes, Feedback]:
    """Packs the zip for 「複数フィードバックファイルをZIPでアップロードする」 of an assignment.

    Folders are x_NUMBER_assignsubmission_file with Moodle's participant number, so no name is in
    it. Left out beside those without a copy: students without such a number (NO_ID), and students
    that share one (SEVERAL). Also gives the feedback that it holds. Raises IntakeError when nobody
    has a number: the zip would be empty.
    """
    if feedback.copies and not any(_number(copy) for copy in feedback.copies):
        raise IntakeError(
            "no Moodle participant number is known; run grader collect again with the "
            "grading worksheet"
        )
    shared = Counter(_number(copy) for copy in feedback.copies)
    without = {
        copy.student: Left.SEVERAL if _number(copy) else Left.NO_ID
        for copy in feedback.copies
        if not _number(copy) or shared[_number(copy)] > 1
    }
    packed = replace(
        feedback,
        copies=tuple(copy for copy in feedback.copies if copy.student not in without),
        left_out=(
            *feedback.left_out,
            *(LeftOut(student=student, why=left) for student, left in without.items()),
        ),
    )
    title = f"feedback-{feedback.assignment}"
    file = f"{file_stems([title])[title]}.html"
    pages = {f"{NAMELESS}_{_number(copy)}_{FOLDER}/{file}": copy.page for copy in packed.copies}
    return _zip(pages.items()), packed


def plain_zip(feedback: Feedback) -> bytes:
    """Packs one file per student, ID.html, for an LMS whose importer is not known."""
    return _zip((f"{copy.stem}.html", copy.page) for copy in feedback.copies)


def _number(copy: Copy) -> str:
    """Gives the participant's number as Moodle counts; "" when it is none."""
    digits = copy.participant.strip().lstrip("0")
    return digits if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST else ""


def _zip(pages: Iterable[tuple[str, bytes]]) -> bytes:
    return zip_of(sorted((unicodedata.normalize("NFC", name), page) for name, page in pages))
