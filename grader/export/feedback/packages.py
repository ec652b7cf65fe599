"""The files in which copies go back: Moodle's zip, or one file per student."""

import io
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from grader.export.feedback.copies import Copy, Feedback
from grader.export.gradebook.written import Left, LeftOut
from grader.export.names import file_stems
from grader.files import write_file
from grader.model.errors import IntakeError
from grader.privacy import ensure_private

NAMELESS = "x"  # what stands where Moodle puts a name; its importer does not look at it
FOLDER = "assignsubmission_file"  # as Moodle's own download calls it; the importer asks for that
TIME = (1980, 1, 1, 0, 0, 0)  # of every entry, so that the same pages give the same bytes
LONGEST = 18  # digits of a number; more is none
UNIX, ONLY_OWNER = 3, 0o100600


def moodle_zip(feedback: Feedback) -> tuple[bytes, Feedback]:
    """Packs the zip for 「複数フィードバックファイルをZIPでアップロードする」 of an assignment.

    Folders are x_NUMBER_assignsubmission_file with Moodle's participant number, so no name is in
    it. Left out beside those without a copy: students without such a number (NO_ID), and students
    that share one (SEVERAL). Also gives the feedback that it holds. Raises IntakeError when nobody
    has a number: the zip would be empty.
    """
    if feedback.copies and not any(_number(one) for one in feedback.copies):
        raise IntakeError(
            "Moodle's participant number is known of nobody; collect again with the grading"
            " worksheet"
        )
    shared = Counter(_number(one) for one in feedback.copies)
    without = {
        one.student: Left.SEVERAL if _number(one) else Left.NO_ID
        for one in feedback.copies
        if not _number(one) or shared[_number(one)] > 1
    }
    packed = replace(
        feedback,
        copies=tuple(one for one in feedback.copies if one.student not in without),
        left_out=(
            *feedback.left_out,
            *(LeftOut(student=student, why=left) for student, left in without.items()),
        ),
    )
    title = f"feedback-{feedback.assignment}"
    file = f"{file_stems([title])[title]}.html"
    pages = {f"{NAMELESS}_{_number(one)}_{FOLDER}/{file}": one.page for one in packed.copies}
    return _zip(pages.items()), packed


def plain_files(feedback: Feedback) -> Mapping[str, bytes]:
    """Names one file per student, ID.html, for an LMS whose importer is not known."""
    return {_nfc(f"{one.stem}.html"): one.page for one in feedback.copies}


def plain_zip(feedback: Feedback) -> bytes:
    """Packs one file per student, without a folder."""
    return _zip(plain_files(feedback).items())


def write_folder(folder: Path, feedback: Feedback) -> bool:
    """Writes one file per student; says whether only the owner can look in. Raises StoreError."""
    private = ensure_private(folder)
    for name, page in plain_files(feedback).items():
        write_file(folder / name, page)
    return private


def _number(copy: Copy) -> str:
    """Gives the participant's number as Moodle counts; "" when it is none."""
    digits = copy.participant.strip().lstrip("0")
    return digits if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST else ""


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _zip(pages: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, page in sorted((_nfc(name), page) for name, page in pages):
            entry = zipfile.ZipInfo(name, TIME)
            entry.create_system = UNIX
            entry.external_attr = ONLY_OWNER << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, page)
    return packed.getvalue()
