"""The gradebook holds everybody, and nothing that does not hold any more."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader.gradebook import confirm, open_gradebook
from grader.gradebook.confirming import WhyUnconfirmed
from grader.model.collection import Identity, Unassigned
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Comment, Gradebook, State
from grader.store import Store
from tests.gradebook.gradebook_for_tests import (
    DUE,
    HALF_PER_DAY,
    JA,
    KADAI1,
    NAMES,
    NOON,
    WRONG,
    came,
    class_of_three,
    collection,
    decided,
    grade_one,
    reopened,
)


def confirmed(folder: Path) -> Gradebook:
    """Confirms everybody who can be."""
    book = reopened(folder)
    with Store(folder, "kadai1") as store:
        store.confirm(confirm(book, None, "教員", NOON).confirmations)
    return reopened(folder)


def states(book: Gradebook) -> dict[str, State]:
    """Lists the states in the gradebook's order."""
    return {one.student: one.state for one in book.grades}


def test_everybody_is_there_in_roster_order(tmp_path: Path) -> None:
    """Graded, handed in but not graded, no submission; who is on no roster comes last."""
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1201")
        grade_one(store, "24A9999")
        given = collection(came("24A1203", DUE), not_submitted=["24A1202"])
        book = open_gradebook(store, KADAI1, JA, collection=given)
    assert states(book) == {
        "24A1203": State.NOT_GRADED,
        "24A1201": State.OPEN,
        "24A1202": State.NOT_SUBMITTED,
        "24A9999": State.OPEN,
    }
    assert [one.name for one in book.grades] == ["田中 実", "山田 太郎", "佐藤 花子", ""]
    assert book.by_student["24A1203"].who.participant == "31201"
    assert book.by_student["24A1202"].total is None


NOBODYS = Unassigned(label="x", who=Identity(), files=(), reason="unknown")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, State.NOT_SUBMITTED),
        ({"unassigned": (NOBODYS,)}, State.UNKNOWN),
        ({"unassigned": (replace(NOBODYS, proposals=("24A1202",)),)}, State.UNKNOWN),
        ({"incomplete": ("cut.zip",)}, State.UNKNOWN),
        ({"claimed": ("24A1202",)}, State.UNKNOWN),
        ({"unassigned": (NOBODYS,), "surely_missing": ("24A1202",)}, State.NOT_SUBMITTED),
    ],
)
def test_absence_has_to_be_certain(
    tmp_path: Path, changed: dict[str, Any], expected: State
) -> None:
    """Files that are nobody's may be theirs; so may what stood behind the cut of a download."""
    given = collection(came("24A1203", DUE), not_submitted=["24A1202"])
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1201")
        book = open_gradebook(store, KADAI1, JA, collection=replace(given, **changed))
    assert states(book) == {
        "24A1203": State.NOT_GRADED,
        "24A1201": State.OPEN,
        "24A1202": expected,
    }
    left = {one.student: one.why for one in confirm(book, None, "教員", NOON).left}
    assert left["24A1202"] is (
        WhyUnconfirmed.UNSURE if expected is State.UNKNOWN else WhyUnconfirmed.NOT_SUBMITTED
    )


def test_without_a_roster_students_are_sorted_by_id(tmp_path: Path) -> None:
    """And whoever is only in the store is there."""
    with Store(tmp_path, "kadai1") as store:
        for student in ("b", "a", "24A\udc83"):
            grade_one(store, student)
        book = open_gradebook(store, KADAI1, JA)
    assert list(book.by_student) == ["24A\udc83", "a", "b"]


def test_decisions_count_without_regrading(tmp_path: Path) -> None:
    """The stored sheet is older than the decision; the gradebook is not."""
    book = class_of_three(tmp_path)
    assert states(book) == {
        "24A1203": State.OPEN,
        "24A1201": State.PROPOSED,
        "24A1202": State.PROPOSED,
    }
    assert book.by_student["24A1201"].total == 8.0
    assert book.by_student["24A1203"].total is None


def test_confirmed_is_who_has_exactly_these_points(tmp_path: Path) -> None:
    """A confirmation holds for the points it was given for, and holds again when they return."""
    class_of_three(tmp_path)
    assert states(confirmed(tmp_path))["24A1201"] is State.CONFIRMED
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1201", 1.0, hours=1))
    book = reopened(tmp_path)
    assert (states(book)["24A1201"], states(book)["24A1202"]) == (State.PROPOSED, State.CONFIRMED)
    assert book.by_student["24A1201"].confirmed is None
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1201", 2.0, hours=2))
    assert states(reopened(tmp_path))["24A1201"] is State.CONFIRMED


def test_the_same_total_of_other_points_is_not_confirmed(tmp_path: Path) -> None:
    """One point more here and one less there is another grade."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1201", 1.0, "rules"))
    confirmed(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide_all(
            [decided("24A1201", 2.0, "rules", hours=1), decided("24A1201", 1.0, hours=1)]
        )
    book = reopened(tmp_path)
    assert book.by_student["24A1201"].total == 7.0
    assert states(book)["24A1201"] is State.PROPOSED


def test_being_late_takes_the_confirmation_away(tmp_path: Path) -> None:
    """The same points of criteria with another total are not what was confirmed."""
    class_of_three(tmp_path)
    confirmed(tmp_path)
    late = collection(came("24A1201", DUE + timedelta(hours=3)))
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, HALF_PER_DAY, JA, collection=late)
    grade = book.by_student["24A1201"]
    assert (grade.state, grade.total, grade.late_seconds) == (State.PROPOSED, 4.0, 10_800)


@pytest.mark.parametrize(("seconds", "total"), [(0, 8.0), (59, 8.0), (60, 4.0)])
def test_grace_is_not_late(tmp_path: Path, seconds: int, total: float) -> None:
    """23:59 means the whole minute."""
    class_of_three(tmp_path)
    given = collection(came("24A1201", DUE + timedelta(seconds=seconds)))
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, HALF_PER_DAY, JA, collection=given)
    assert book.by_student["24A1201"].total == total


def test_an_extension_counts_without_regrading(tmp_path: Path) -> None:
    """More time that was given afterwards makes late what is still late."""
    class_of_three(tmp_path)
    given = collection(came("24A1201", DUE + timedelta(hours=3)))
    extended = replace(HALF_PER_DAY, extensions={"24A1201": DUE + timedelta(days=1)})
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, extended, JA, collection=given)
    assert (book.by_student["24A1201"].total, book.by_student["24A1201"].late_seconds) == (8.0, 0)


def test_points_for_paper_count(tmp_path: Path) -> None:
    """Whoever handed in nothing has the points that a person gave, and no others."""
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1202", 1.5))
        book = open_gradebook(store, KADAI1, JA, collection=collection(not_submitted=["24A1202"]))
    grade = book.by_student["24A1202"]
    assert grade.state is State.OPEN
    assert grade.sheet is not None
    assert {one.criterion: one.points for one in grade.sheet.awards} == {
        "program": None,
        "rules": None,
        "form": 1.5,
    }


def test_decisions_about_criteria_that_are_gone_make_no_grade(tmp_path: Path) -> None:
    """A rubric may lose a criterion; its decisions say nothing any more."""
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1202", 1.5, "old"))
        book = open_gradebook(store, KADAI1, JA, collection=collection(not_submitted=["24A1202"]))
    assert states(book)["24A1202"] is State.NOT_SUBMITTED


@pytest.mark.parametrize("in_folder", [True, False])
def test_files_that_were_somebody_elses_give_no_points(tmp_path: Path, in_folder: bool) -> None:  # noqa: FBT001
    """Who is not in the folder any more and did not hand in, says the LMS, has no points."""
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1202")
        store.mark_handed_in(["24A1202"] if in_folder else [])
        book = open_gradebook(store, KADAI1, JA, collection=collection(not_submitted=["24A1202"]))
    grade = book.by_student["24A1202"]
    assert (grade.sheet is not None) is in_folder
    assert grade.state is (State.OPEN if in_folder else State.NOT_SUBMITTED)


def test_who_left_the_folder_keeps_the_points(tmp_path: Path) -> None:
    """As long as nobody says that nothing was handed in."""
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1202")
        store.mark_handed_in([])
        book = open_gradebook(store, KADAI1, JA)
    assert states(book) == {"24A1202": State.OPEN}


def test_the_last_comment_is_the_students(tmp_path: Path) -> None:
    """It stands in the grade and in the feedback."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        for text in ("先の", "図が\n見やすい"):
            store.decide_all((), [Comment(student="24A1201", text=text, by="TA", at=NOON)])
    grade = reopened(tmp_path).by_student["24A1201"]
    assert grade.comment == "図が\n見やすい"
    assert "図が\n見やすい" in grade.feedback


def test_a_broken_check_stays_open(tmp_path: Path) -> None:
    """Our own fault is never 0 points."""
    with Store(tmp_path, "kadai1") as store:
        broken = Finding(check="COR001", subject="matmul", verdict=Verdict.BROKEN)
        grade_one(store, "24A1201", broken, replace(WRONG, check="POL001", case="import"))
        book = open_gradebook(store, KADAI1, JA, names=NAMES)
    sheet = book.by_student["24A1201"].sheet
    assert sheet is not None
    assert [one.points for one in sheet.awards] == [None, 0.0, None]
