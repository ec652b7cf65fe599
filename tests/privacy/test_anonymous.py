"""An anonymous gradebook tells of nobody, and loses no points."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from grader.model.collection import Identity, Received, TimeSource
from grader.model.errors import StoreError
from grader.model.finding import Verdict
from grader.model.gradebook import Confirmation, Grade, Gradebook, State
from grader.model.scoresheet import GRADER, ScoreSheet
from grader.privacy import MASK, anonymise, redact_feedback
from tests.export.samples import ASSIGNMENT, finding, sheet_of
from tests.privacy.people import HANAKO

AT = datetime(2025, 4, 17, tzinfo=UTC)
PSEUDONYMS = {"24A1201": "S02", "24A1203": "S01", "24A1299": "S03"}
SECRETS = ("24A1201", "24A1203", "山田", "太郎", "佐藤", "31201", "example", "suzuki")


def sheet(student: str) -> ScoreSheet:
    """A sheet with a person's words and a finding that names somebody."""
    told = finding("COR001", Verdict.FAILED, params={"got": "24A1203 佐藤花子"})
    found = sheet_of(told, student=student)
    decided = replace(found.awards[1], points=2.0, decided_by="suzuki", reason="佐藤さんと同じ")
    return replace(found, awards=(found.awards[0], decided))


def book() -> Gradebook:
    """Two students, one with everything that can tell."""
    who = Identity(
        student="24A1201", name="山田 太郎", participant="31201", mail="s24a1201@example.ac.jp"
    )
    said = Confirmation(student="24A1201", points={"content": 6.0}, total=8.0, by="suzuki", at=AT)
    first = Grade(
        student="24A1201",
        name="山田 太郎",
        who=who,
        state=State.CONFIRMED,
        sheet=sheet("24A1201"),
        received=Received(at=AT, source=TimeSource.SHEET),
        confirmed=said,
        comment="山田さんへ: 佐藤さんと同じです",
        feedback="24A1201: 佐藤花子と同じ",
    )
    extensions = {"24A1201": AT, "24B0000": AT}
    return Gradebook(
        assignment=replace(ASSIGNMENT, extensions=extensions),
        grades=(first, Grade(student="24A1203", name="佐藤 花子")),
    )


def test_nothing_tells_of_anybody() -> None:
    """Neither ids nor names, addresses, logins or who decided."""
    shown = repr(anonymise(book(), PSEUDONYMS))
    assert not [one for one in SECRETS if one in shown]
    assert MASK in shown


def test_points_states_and_times_stay() -> None:
    """Lines are ordered by stand-in, because the roster's order tells who is who."""
    anonymous = anonymise(book(), PSEUDONYMS)
    assert [one.student for one in anonymous.grades] == ["S01", "S02"]
    line, before = anonymous.by_student["S02"], book().grades[0]
    assert (line.total, line.state, line.received) == (8.0, State.CONFIRMED, before.received)
    assert line.sheet is not None
    assert [one.decided_by for one in line.sheet.awards] == [GRADER, "TA"]
    assert line.sheet.student == "S02"
    assert line.confirmed is not None
    assert line.confirmed.student == "S02"
    assert dict(anonymous.assignment.extensions) == {"S02": AT}


def test_others_of_the_class_can_be_masked_too() -> None:
    """A student may name one who is not in this gradebook."""
    only = replace(book(), grades=book().grades[:1])
    assert "佐藤" in repr(anonymise(only, PSEUDONYMS))
    assert "佐藤" not in repr(anonymise(only, PSEUDONYMS, (HANAKO,)))


def test_nobody_goes_without_a_stand_in() -> None:
    """The own id would stand there instead."""
    with pytest.raises(StoreError, match="24A1201 has no pseudonym"):
        anonymise(book(), {"24A1203": "S01"})


def test_feedback_keeps_the_own_data_alone() -> None:
    """What a student is told names nobody else; the comment is kept for the tables of TAs."""
    line = redact_feedback(book()).by_student["24A1201"]
    assert line.feedback == f"24A1201: {MASK}と同じ"
    assert line.comment == book().grades[0].comment
