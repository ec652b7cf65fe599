"""Each copy is of one student alone, and shows what that student may see."""

import re

import pytest
from msgspec.structs import replace

from grader.export.feedback import CopyOptions, Feedback, make_copies
from grader.export.gradebook import Left
from grader.model.collection import Person
from grader.model.gradebook import Grade, State
from grader.privacy import MASK
from grader.wording import Language
from tests.export.feedback.classes import NAMES, book, confirmed, evidence, grade
from tests.export.samples import sheet_of

HIDDEN = ("内緒の項目", "Secret item", "内緒の理由", "内緒の所見", "RUN009", "鈴木", "taro")


def pages(feedback: Feedback) -> dict[str, str]:
    """Every copy as text."""
    return {one.student: one.page.decode() for one in feedback.copies}


def left(feedback: Feedback) -> dict[str, Left]:
    """Who has no copy, and why."""
    return {one.student: one.why for one in feedback.left_out}


def test_a_copy_holds_its_student_alone() -> None:
    """No classmate's id or name, no home folder, nothing for TAs, and nobody who decided."""
    made = pages(make_copies(book(), evidence(), CopyOptions()))
    assert list(made) == list(NAMES)
    for student, page in made.items():
        others = [one for one in NAMES if one != student]
        told = [*others, *(NAMES[one] for one in others), *(NAMES[one][:2] for one in others)]
        assert not [one for one in (*told, *HIDDEN) if one in page]
        assert student in page
        assert MASK in page


def test_ones_own_name_stays_in_the_comment() -> None:
    """It is the student's own page."""
    page = pages(make_copies(book(), evidence(), CopyOptions()))["24A1201"]
    assert f"山田 太郎さん、{MASK} と比べてみましょう。" in page


def test_a_page_needs_nothing_else() -> None:
    """No address but those of pictures in it."""
    page = pages(make_copies(book(), evidence(), CopyOptions()))["24A1201"]
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", page)
    assert "<script" not in page


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_both_languages_are_there(lang: Language) -> None:
    """The one asked for comes first."""
    page = pages(make_copies(book(), evidence(), CopyOptions(lang=lang)))["24A1201"]
    assert f'<html lang="{lang}">' in page
    assert "採点票" in page
    assert "Score sheet" in page


def test_only_confirmed_ones_when_asked() -> None:
    """The others are named, with how far they have come."""
    still = grade("24A1203", state=State.OPEN)
    some = book(confirmed("24A1201"), grade("24A1202"), still)
    feedback = make_copies(some, evidence(), CopyOptions(confirmed_only=True))
    assert [one.student for one in feedback.copies] == ["24A1201"]
    assert left(feedback) == {"24A1202": Left.PROPOSED, "24A1203": Left.OPEN}
    assert len(make_copies(some, evidence(), CopyOptions()).copies) == 3


def test_open_criteria_are_shown_as_open() -> None:
    """An open one is no zero."""
    still = grade("24A1203", state=State.OPEN, sheet=sheet_of(student="24A1203", content=None))
    page = pages(make_copies(book(still), {}, CopyOptions(lang="en")))["24A1203"]
    assert "8 points are not graded yet" in page


def test_who_has_no_sheet_has_no_copy() -> None:
    """And the reason is told."""
    nothing = Grade(student="24A1202", state=State.NOT_SUBMITTED)
    waiting = Grade(student="24A1203", state=State.NOT_GRADED)
    feedback = make_copies(book(grade("24A1201"), nothing, waiting), evidence(), CopyOptions())
    assert left(feedback) == {"24A1202": Left.NOT_SUBMITTED, "24A1203": Left.NOT_GRADED}


def test_somebody_elses_evidence_makes_no_page() -> None:
    """Data given to the wrong student are worse than none."""
    swapped = {"24A1201": evidence()["24A1202"]}
    feedback = make_copies(book(grade("24A1201")), swapped, CopyOptions())
    assert left(feedback) == {"24A1201": Left.CONFLICT}
    other = grade("24A1201", sheet=sheet_of(student="24A1202"))
    assert left(make_copies(book(other), {}, CopyOptions())) == {"24A1201": Left.CONFLICT}


def test_points_without_evidence_are_shown() -> None:
    """A person gave them for what was never run."""
    feedback = make_copies(book(grade("24A1201")), {}, CopyOptions())
    assert "山田 太郎" in pages(feedback)["24A1201"]


def test_people_beside_the_gradebook_are_masked_too() -> None:
    """A student of another class, or one who has left."""
    line = grade("24A1201", comment="髙橋 みどりさんと同じです")
    stranger = Person(student="23A0001", name="高橋 みどり")
    assert "みどり" in pages(make_copies(book(line), {}, CopyOptions()))["24A1201"]
    masked = make_copies(book(line), {}, CopyOptions(people=(stranger,)))
    assert "みどり" not in pages(masked)["24A1201"]


def test_labels_that_are_no_file_names_become_some() -> None:
    """As for every other file of a student."""
    line = replace(grade("24A1201"), student="a/b", sheet=sheet_of(student="a/b"))
    (copy,) = make_copies(book(line), {}, CopyOptions()).copies
    assert "/" not in copy.stem
