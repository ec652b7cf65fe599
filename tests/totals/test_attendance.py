"""Attendance: what is written counts, what is not is open, what is unclear is said."""

from fractions import Fraction

import pytest

from grader.model.errors import IntakeError
from grader.model.grading import AttendanceRules
from grader.tables import read_table
from grader.totals.attendance import Attendance, read_attendance
from grader.wording import say
from tests.wording.worded import in_japanese

RULES = AttendanceRules(sessions=15)
TABLE = """\
演習 出席表,,
学籍番号,氏名,出席回数
24A1201,山田 太郎,12
２４ａ１２０２,田中 実,{}
合計,,21
"""


def read(text: str, rules: AttendanceRules = RULES, encoding: str = "utf-8") -> Attendance:
    """Reads a table that was saved in this encoding."""
    return read_attendance(read_table(text.encode(encoding), "attendance.csv"), rules)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
@pytest.mark.parametrize(("cell", "count"), [("9", "9"), ("9.5", "9.5"), ("９", "9"), ("0", "0")])
def test_a_table_by_hand(encoding: str, cell: str, count: str) -> None:
    """The headings may stand in any row, ids and numbers may be wide, totals are nobody."""
    found = read(TABLE.format(cell), encoding=encoding)
    assert found.students == {"24A1201": 12, "24A1202": Fraction(count)}
    assert found.warnings == ()


@pytest.mark.parametrize(
    "headings", ["id,attended", "学籍番号,出席", "Student ID,Sessions attended"]
)
def test_headings(headings: str) -> None:
    """In either language."""
    assert read(f"{headings}\n24A1201,12\n").students == {"24A1201": 12}


def test_a_blank_is_open() -> None:
    """Nobody is said to have been absent."""
    found = read(TABLE.format(""))
    assert found.students == {"24A1201": 12, "24A1202": None}
    assert found.warnings == ()


@pytest.mark.parametrize(
    "table",
    ["id,attended\n24A1201,5,5\n24A1202,4\n", "id,attended,name\n24A1201,5,5,x\n24A1202,4,y\n"],
)
def test_a_decimal_comma_is_open_and_told(table: str) -> None:
    """It makes two cells of one, and the first alone would count."""
    found = read(table)
    assert found.students == {"24A1201": None, "24A1202": 4}
    (warning,) = found.warnings
    assert str(warning).startswith("attendance.csv: row 2: 24A1201: 5,5 is not a number")


def test_a_note_behind_the_table_is_no_number() -> None:
    """A cell without a heading, in a table that has one column less."""
    found = read("id,attended\n24A1201,5,early\n24A1202,4,\n")
    assert found.students == {"24A1201": 5, "24A1202": 4}
    assert found.warnings == ()


@pytest.mark.parametrize("cell", ["16", "-", "○", "９回", "-1", "1e1"])
def test_what_makes_no_sense_is_open_and_told(cell: str) -> None:
    """With its row, and the student's id."""
    found = read(TABLE.format(cell))
    assert found.students["24A1202"] is None
    (warning,) = found.warnings
    assert str(warning).startswith("attendance.csv: row 4: 24A1202: ")
    assert "0 から 15 まで" in say(warning, "ja")


def test_more_than_were_held_makes_no_sense() -> None:
    """While the course goes on, the table counts the sessions so far."""
    found = read(TABLE.format("9"), AttendanceRules(sessions=15, held=10))
    assert found.students == {"24A1201": None, "24A1202": 9}


def test_one_student_twice() -> None:
    """The same twice is once; different lines make nothing sure."""
    text = "学籍番号,出席回数\n24A1201,3\n24A1201,{}\n"
    assert read(text.format("３")).students == {"24A1201": 3}
    found = read(text.format("4"))
    assert found.students == {"24A1201": None}
    (warning,) = found.warnings
    said = "attendance.csv: rows 2, 3: the attendance of 24A1201 differs between these rows"
    assert str(warning) == said


def test_a_line_without_an_id_is_told() -> None:
    """It is nobody's."""
    found = read("学籍番号,氏名,出席回数\n24A1201,山田 太郎,1\n,田中 実,2\n24A1203,佐藤 花子,3\n")
    assert list(found.students) == ["24A1201", "24A1203"]
    assert [*map(str, found.warnings)] == [
        "attendance.csv: rows 3: left out because they have no student ID"
    ]


@pytest.mark.parametrize(
    ("text", "rules", "said"),
    [
        ("出席回数\n3\n", RULES, "there is no column of student IDs"),
        ("氏名,出席回数\n山田 太郎,3\n", RULES, "there is no column of student IDs"),
        ("学籍番号,第1回,第2回\n24A1201,○,×\n", RULES, "no column with the number of sessions att"),
        ("学籍番号,出席回数\n24A1201,3\n", AttendanceRules(), "the number of sessions is unknown"),
    ],
)
def test_a_table_that_cannot_be_used(text: str, rules: AttendanceRules, said: str) -> None:
    """It is refused, in both languages."""
    with pytest.raises(IntakeError, match=said) as caught:
        read(text, rules)
    assert in_japanese(caught.value) != str(caught.value)
