"""The zip that Moodle's importer takes, and plain files for everybody else."""

import io
import unicodedata
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.export.feedback import (
    Copy,
    CopyOptions,
    Feedback,
    make_copies,
    moodle_zip,
    plain_zip,
)
from grader.export.gradebook import Left
from grader.model.errors import IntakeError
from tests.export.feedback.classes import NAMES, NUMBERS, book, evidence
from tests.wording.worded import in_japanese


def copy(student: str, participant: str, page: bytes = b"<p>") -> Copy:
    """A copy with no more than it needs."""
    return Copy(student=student, participant=participant, stem=student, page=page)


def feedback(*copies: Copy, assignment: str = "kadai1") -> Feedback:
    """Copies of one assignment."""
    return Feedback(assignment=assignment, copies=copies)


def opened(data: bytes) -> dict[str, bytes]:
    """What is in a zip, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {one.filename: archive.read(one) for one in archive.infolist()}


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
    data, packed = moodle_zip(made)
    files = opened(data)
    assert list(files) == [
        f"x_{number}_assignsubmission_file/feedback-kadai1.html" for number in NUMBERS.values()
    ]
    whose = {int(number): student for student, number in NUMBERS.items()}
    pages = {one.student: one.page for one in made.copies}
    for name, page in files.items():
        student = taken_by_moodle(name, whose)
        assert student is not None
        assert page == pages[student]
    assert packed.copies == made.copies
    assert not [one for one in NAMES.values() if one.encode() in data]


def test_only_certain_numbers_are_used() -> None:
    """Without a number, or with somebody else's, a page would reach a stranger."""
    data, packed = moodle_zip(
        feedback(
            copy("a", "31201"),
            copy("b", "31202"),
            copy("c", "031202"),
            copy("d", ""),
            copy("e", "0"),
            copy("f", "12x"),
            copy("g", "１２"),
            copy("h", "9" * 30),
            copy("i", "²"),
        )
    )
    assert list(opened(data)) == [
        "x_31201_assignsubmission_file/feedback-kadai1.html",
    ]
    assert [one.student for one in packed.copies] == ["a"]
    assert {one.student: one.why for one in packed.left_out} == {
        **dict.fromkeys("bc", Left.SEVERAL),
        **dict.fromkeys("defghi", Left.NO_ID),
    }


@pytest.mark.parametrize("assignment", ["課題1", "~a", ".a", "a/b", "a_2_assignsubmission_file_x"])
def test_any_assignment_has_a_name_that_moodle_takes(assignment: str) -> None:
    """The student's folder decides, and the file begins with a letter."""
    data, _ = moodle_zip(feedback(copy("a", "31201"), assignment=assignment))
    (name,) = opened(data)
    assert taken_by_moodle(name, {2: "wrong", 31201: "a"}) == "a"
    assert name.count("/") == 1
    assert unicodedata.is_normalized("NFC", name)


@pytest.mark.parametrize("pack", [lambda one: moodle_zip(one)[0], plain_zip])
def test_the_same_pages_give_the_same_bytes(pack: object) -> None:
    """Whatever the time and the order; nobody else may read what is unpacked."""
    assert callable(pack)
    one = feedback(copy("a", "1", b"x" * 999), copy("b", "2"))
    assert pack(one) == pack(replace(one, copies=one.copies[::-1]))
    with zipfile.ZipFile(io.BytesIO(pack(one))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o100600}


def test_plain_pages_are_named_by_id() -> None:
    """No importer is known to want anything else. Names are composed."""
    decomposed = unicodedata.normalize("NFD", "が")
    made = feedback(copy("24A1201", ""), copy(decomposed, "2"))
    assert set(opened(plain_zip(made))) == {"24A1201.html", "が.html"}


def test_nothing_makes_an_empty_zip() -> None:
    """Which can be opened."""
    assert opened(plain_zip(feedback())) == {}


def test_a_zip_that_would_reach_nobody_is_refused() -> None:
    """Moodle would take an empty one without a word."""
    with pytest.raises(IntakeError, match="no Moodle participant number is known") as raised:
        moodle_zip(feedback(copy("a", ""), copy("b", "x")))
    assert "参加者番号" in in_japanese(raised.value)


@given(st.dictionaries(st.text(min_size=1, max_size=6), st.integers(1, 9), max_size=8))
@settings(max_examples=50)
def test_no_page_reaches_two_and_none_is_lost(numbers: dict[str, int]) -> None:
    """Everybody's page is in the zip once, or is named as left out."""
    copies = [
        copy(student, str(number), student.encode("utf-8", "replace"))
        for student, number in numbers.items()
    ]
    data, packed = moodle_zip(feedback(*copies))
    assert len(opened(data)) == len(packed.copies)
    everybody = [one.student for one in packed.copies] + [one.student for one in packed.left_out]
    assert sorted(everybody) == sorted(numbers)
