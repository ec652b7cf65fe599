"""The zip of score sheets that Moodle's importer takes."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.export.feedback import CopyOptions, make_copies
from grader.export.gradebook import Copy, ExportOptions, Left, Written, write
from grader.model.collection import Identity
from grader.model.errors import IntakeError
from grader.model.gradebook import Grade, Gradebook
from tests.export.feedback.classes import NAMES, NUMBERS, book, evidence
from tests.export.feedback.zips import opened
from tests.wording.worded import in_japanese


def packed(numbers: dict[str, str], assignment: str = "kadai1") -> Written:
    """Packs a page for each student with this participant number."""
    grades = tuple(
        Grade(student=student, who=Identity(participant=number))
        for student, number in numbers.items()
    )
    pages = [
        Copy(student=student, stem=student, page=student.encode("utf-8", "replace"))
        for student in numbers
    ]
    of = Gradebook(assignment=replace(book().assignment, id=assignment), grades=grades)
    return write("moodle-feedback", of, ExportOptions(pages=pages))


def taken_by_moodle(name: str, participants: dict[int, str]) -> str | None:
    """Says whose file Moodle takes it for: the rule of its importer, stated anew."""
    folders = name.split("/")
    if folders[-1].startswith((".", "~")):
        return None
    for part in folders:
        marks = part.split("_", 4)
        number = marks[1] if len(marks) > 3 else ""
        if number.isdigit() and int(number) in participants and marks[2] == "assignsubmission":
            return participants[int(number)]
    return None


def test_moodle_gives_every_page_to_its_student() -> None:
    """By the participant's number; no name is in the zip."""
    made = make_copies(book(), evidence(), CopyOptions())
    written = write("moodle-feedback", book(), ExportOptions(pages=made.copies))
    files = opened(written.content)
    assert list(files) == [
        f"x_{number}_assignsubmission_file/feedback-kadai1.html" for number in NUMBERS.values()
    ]
    whose = {int(number): student for student, number in NUMBERS.items()}
    pages = {one.student: one.page for one in made.copies}
    for name, page in files.items():
        student = taken_by_moodle(name, whose)
        assert student is not None
        assert page == pages[student]
    assert list(written.filled) == [one.student for one in made.copies]
    assert not [one for one in NAMES.values() if one.encode() in written.content]


def test_only_certain_numbers_are_used() -> None:
    """Without a number, or with somebody else's, a page would reach a stranger."""
    numbers = ("31201", "31202", "031202", "", "0", "12x", "１２", "9" * 30, "²")
    written = packed(dict(zip("abcdefghi", numbers, strict=True)))
    assert list(opened(written.content)) == [
        "x_31201_assignsubmission_file/feedback-kadai1.html",
    ]
    assert written.filled == ("a",)
    assert {one.student: one.why for one in written.left} == {
        **dict.fromkeys("bc", Left.SEVERAL),
        **dict.fromkeys("defghi", Left.NO_ID),
    }


@pytest.mark.parametrize("assignment", ["課題1", "~a", ".a", "a/b", "a_2_assignsubmission_file_x"])
def test_any_assignment_has_a_name_that_moodle_takes(assignment: str) -> None:
    """The student's folder decides, and the file begins with a letter."""
    (name,) = opened(packed({"a": "31201"}, assignment).content)
    assert taken_by_moodle(name, {2: "wrong", 31201: "a"}) == "a"
    assert name.count("/") == 1
    assert unicodedata.is_normalized("NFC", name)


def test_a_zip_that_would_reach_nobody_is_refused() -> None:
    """Moodle would take an empty one without a word."""
    with pytest.raises(IntakeError, match="no Moodle participant number is known") as raised:
        packed({"a": "", "b": "x"})
    assert "参加者番号" in in_japanese(raised.value)


@given(st.dictionaries(st.text(min_size=1, max_size=6), st.integers(1, 9), max_size=8))
@settings(max_examples=50)
def test_no_page_reaches_two_and_none_is_lost(numbers: dict[str, int]) -> None:
    """Everybody's page is in the zip once, or is named as left out."""
    written = packed({student: str(number) for student, number in numbers.items()})
    assert len(opened(written.content)) == len(written.filled)
    everybody = [*written.filled, *(one.student for one in written.left)]
    assert sorted(everybody) == sorted(numbers)
