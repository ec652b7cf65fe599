"""Whose row is whose, and whose nobody says."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.export.gradebook.written import Left
from grader.lms.matching import GradebookRow, PersonKey, keys, match
from grader.people import same_id
from tests.export.gradebook.books import grade, known


def row(at: int, name: str = "", **ids: str) -> GradebookRow:
    """A row of a file."""
    made = {PersonKey(kind): [value] for kind, value in ids.items()}
    return GradebookRow(
        number=at, who=name, keys=keys({PersonKey.NAME: [name], **made}), names=(name,)
    )


@pytest.mark.parametrize(
    ("named", "conflict"),
    [
        ("田中 実", 1),  # the line of somebody else of the class
        ("Jiro Takahashi", 1),
        ("山田 花子", 1),
        ("山田 太郎", 0),
        ("太郎　山田", 0),
        ("Taro Yamada", 0),  # nobody else's
        ("", 0),
    ],
)
def test_an_id_in_somebody_elses_line(named: str, conflict: int) -> None:
    """The id fits and the name does not: a person decides."""
    mine = grade("24A1201", 6, 2, "山田 太郎")
    others = [grade("24A1206", 6, 2, "田中 実"), grade("24A1205", 6, 2, "Jiro Takahashi")]
    found = match([row(1, named, student="24A1201")], [mine, *others])
    assert ("24A1201" in found.rows) != bool(conflict)
    if conflict:
        assert found.left["24A1201"].why is Left.CONFLICT


def test_variants_of_two_people_are_no_contradiction() -> None:
    """The LMS writes both 高橋; the ids tell them apart."""
    both = [grade("24A1204", 6, 2, "髙橋 次郎"), grade("24A1205", 6, 2, "高橋 次郎")]
    rows = [row(1, "高橋 次郎", student="24A1204"), row(2, "高橋 次郎", student="24A1205")]
    assert set(match(rows, both).rows) == {"24A1204", "24A1205"}


def test_a_number_of_another_lms_is_nobodys() -> None:
    """The user 5002 of one LMS is somebody else in another."""
    mine = known(grade("x", 6, 2, "山田 太郎"), user="5002")
    assert match([row(1, "佐藤, 花子", user="5002")], [mine]).left["x"].why is Left.CONFLICT
    assert match([row(1, "太郎 山田", user="5002")], [mine]).rows["x"].number == 1


def test_two_students_for_one_row() -> None:
    """Neither gets it."""
    both = [known(grade(one, 6, 2), mail="a@example.ac.jp") for one in "xy"]
    found = match([row(1, mail="a@example.ac.jp")], both)
    assert not found.rows
    assert {one.why for one in found.left.values()} == {Left.SEVERAL}


IDS = st.sampled_from(["", "a1", "b2", "c3", "d4"])
NAMES = st.sampled_from(["", "山田 太郎", "太郎 山田", "佐藤 花子", "田中 実"])


@given(
    st.lists(st.tuples(IDS, IDS, NAMES), max_size=4),
    st.lists(st.tuples(IDS.filter(bool), IDS, NAMES), max_size=4, unique_by=lambda one: one[0]),
)
@settings(max_examples=100)
def test_nobody_gets_two_rows_and_no_row_two_students(
    there: Sequence[tuple[str, str, str]], ours: Sequence[tuple[str, str, str]]
) -> None:
    """Everybody has one row or one reason; the order of rows and students changes nothing."""
    rows = [row(at, name, student=one, mail=mail) for at, (one, mail, name) in enumerate(there)]
    grades = [known(grade(one, 6, 2, name), mail=mail) for one, mail, name in ours]
    found = match(rows, grades)
    assert set(found.rows) | set(found.left) == {one.student for one in grades}
    assert not set(found.rows) & set(found.left)
    assert len({one.number for one in found.rows.values()}) == len(found.rows)
    again = match(rows[::-1], grades[::-1])
    assert {one: again.rows[one].number for one in again.rows} == {
        one: found.rows[one].number for one in found.rows
    }
    for student, one in found.rows.items():
        theirs = [other for other in rows if same_id(student) in other.keys[PersonKey.STUDENT]]
        assert not theirs or theirs == [one]
