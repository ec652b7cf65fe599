"""Pack the score sheets of all students as feedback files for one upload to Moodle."""

from collections import Counter

from msgspec.structs import replace

from grader.export.feedback import pack
from grader.export.gradebook import ExportOptions, Left, LeftOut, Written
from grader.export.names import file_stems
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook

NAMELESS = "x"  # replaces the name in Moodle's folder names; its importer ignores it
FOLDER = "assignsubmission_file"  # as in Moodle's own downloads; its importer requires it
MAX_DIGITS = 18  # maximum digits of a participant number


def pack_feedback(book: Gradebook, options: ExportOptions) -> Written:
    """Pack the zip for 「複数フィードバックファイルをZIPでアップロードする」 of an assignment.

    Folders are x_NUMBER_assignsubmission_file with Moodle's participant number, so they contain no
    name. Students without a number (NO_ID) or with a shared one (SEVERAL) are left out.
    Raises IntakeError if no student has a number: the zip would be empty.
    """
    by_student = book.by_student
    numbers = {
        page.student: _number(by_student[page.student].who.participant) for page in options.pages
    }
    if numbers and not any(numbers.values()):
        raise IntakeError(
            "no Moodle participant number is known; run grader collect again with the "
            "grading worksheet"
        )
    shared = Counter(numbers.values())
    without = {
        student: Left.SEVERAL if number else Left.NO_ID
        for student, number in numbers.items()
        if not number or shared[number] > 1
    }
    title = f"feedback-{book.assignment.id}"
    file = f"{file_stems([title])[title]}.html"
    names = {
        student: f"{NAMELESS}_{number}_{FOLDER}/{file}"
        for student, number in numbers.items()
        if student not in without
    }
    left = tuple(LeftOut(student=student, why=why) for student, why in without.items())
    return replace(pack(names, options), left=left)


def _number(participant: str) -> str:
    """Return the participant's number without leading zeros; "" if it is not a number."""
    digits = participant.strip().lstrip("0")
    return digits if digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS else ""
