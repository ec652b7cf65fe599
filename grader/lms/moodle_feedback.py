"""Everybody's score sheet, as the feedback files that Moodle takes all at once."""

from collections import Counter

from msgspec.structs import replace

from grader.export.feedback import pack
from grader.export.gradebook import ExportOptions, Left, LeftOut, Written
from grader.export.names import file_stems
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook

NAMELESS = "x"  # what stands where Moodle puts a name; its importer does not look at it
FOLDER = "assignsubmission_file"  # as Moodle's own download calls it; the importer asks for that
LONGEST = 18  # digits of a number; more is none


def pack_feedback(book: Gradebook, options: ExportOptions) -> Written:
    """Packs the zip for 「複数フィードバックファイルをZIPでアップロードする」 of an assignment.

    Folders are x_NUMBER_assignsubmission_file with Moodle's participant number, so no name is in
    it. Left out are students without such a number (NO_ID), and students that share one (SEVERAL).
    Raises IntakeError when nobody has a number: the zip would be empty.
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
    """Gives the participant's number as Moodle counts; "" when it is none."""
    digits = participant.strip().lstrip("0")
    return digits if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST else ""
