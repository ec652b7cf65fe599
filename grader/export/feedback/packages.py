"""The files in which copies go back: Moodle's zip, or one file per student."""

import unicodedata
from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from grader.export.feedback.copies import Copy, Feedback
from grader.export.gradebook.written import Left, LeftOut
from grader.export.names import file_stems
from grader.export.stable_zip import zip_of
from grader.model.errors import IntakeError

NAMELESS = "x"  # what stands where Moodle puts a name; its importer does not look at it
FOLDER = "assignsubmission_file"  # as Moodle's own download calls it; the importer asks for that
LONGEST = 18  # digits of a number; more is none


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
