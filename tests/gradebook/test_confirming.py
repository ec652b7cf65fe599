"""Only complete sheets are confirmed, and everybody else is listed with the reason."""

from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.gradebook import WhyUnconfirmed, confirm, open_gradebook
from grader.model.errors import GraderError
from grader.model.gradebook import Gradebook
from grader.store import Store
from tests.gradebook.gradebook_for_tests import (
    DUE,
    EN,
    JA,
    KADAI1,
    NOON,
    came,
    class_of_three,
    collection,
    reopened,
)


def test_complete_sheets_are_confirmed_as_they_are(tmp_path: Path) -> None:
    """The confirmation holds points by criterion, the total, who and when."""
    done = confirm(class_of_three(tmp_path), None, " 教員 ", NOON)
    one = next(one for one in done.confirmations if one.student == "24A1201")
    assert one.points == {"program": 4.0, "rules": 2.0, "form": 2.0}
    assert (one.total, one.by, one.at) == (8.0, "教員", NOON)
    assert {one.student for one in done.confirmations} == {"24A1201", "24A1202"}
    assert [(one.student, one.why, one.criteria) for one in done.left] == [
        ("24A1203", WhyUnconfirmed.OPEN, ("form",))
    ]


def test_only_those_asked_for(tmp_path: Path) -> None:
    """Each once, however often named; who is not there is said."""
    done = confirm(class_of_three(tmp_path), ["24A1202", "24A1202", "24A7777"], "教員", NOON)
    assert [one.student for one in done.confirmations] == ["24A1202"]
    assert [(one.student, one.why) for one in done.left] == [("24A7777", WhyUnconfirmed.UNKNOWN)]


def test_an_id_in_another_spelling(tmp_path: Path) -> None:
    """Small, wide and with a sign; twice the same student is one confirmation."""
    asked = ["24a1202", "２４Ａ１２０２", "24-A1202"]
    done = confirm(class_of_three(tmp_path), asked, "教員", NOON)
    assert [one.student for one in done.confirmations] == ["24A1202"]
    assert not done.left


def test_a_second_time_confirms_nothing(tmp_path: Path) -> None:
    """Exactly these points are confirmed already."""
    book = class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.confirm(confirm(book, None, "教員", NOON).confirmations)
    again = confirm(reopened(tmp_path), ["24A1201"], "教員", NOON)
    assert (again.confirmations, again.left[0].why) == ((), WhyUnconfirmed.ALREADY)


def test_who_has_no_sheet_is_not_confirmed(tmp_path: Path) -> None:
    """Neither 0 points nor anything else."""
    given = collection(came("24A1201", DUE), not_submitted=["24A1202"])
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, KADAI1, JA, collection=given)
    done = confirm(book, ["24A1201", "24A1202"], "教員", NOON)
    assert done.confirmations == ()
    assert [one.why for one in done.left] == [
        WhyUnconfirmed.NOT_GRADED,
        WhyUnconfirmed.NOT_SUBMITTED,
    ]


@pytest.mark.parametrize("by", ["", "  ", "grader"])
def test_somebody_confirms(by: str) -> None:
    """Never nobody, and never the grader."""
    with pytest.raises(GraderError, match="the confirmation has no name"):
        confirm(Gradebook(assignment=KADAI1, grades=()), None, by, NOON)


def test_the_time_has_a_zone() -> None:
    """When is never ambiguous."""
    with pytest.raises(GraderError, match="time zone"):
        confirm(Gradebook(assignment=KADAI1, grades=()), None, "教員", datetime(2025, 5, 1))  # noqa: DTZ001


def test_every_reason_is_said_in_both_languages(tmp_path: Path) -> None:
    """With the student, and with the criteria when they are what is missing."""
    (left,) = confirm(class_of_three(tmp_path), ["24A1203"], "教員", NOON).left
    for why in WhyUnconfirmed:
        for words in (JA, EN):
            said = replace(left, why=why).say(words)
            assert said.startswith("24A1203")
            assert not said.startswith("review.")
    assert "form" in left.say(JA)
