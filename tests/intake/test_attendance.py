"""Attendance: what is written counts, what is not is open, what is unclear is said."""

from fractions import Fraction

import pytest

from grader.intake.attendance import Attendance, is_session, read_attendance
from grader.model.errors import IntakeError
from grader.model.grading import EXCUSED, MARKS, AttendanceRules, Blank
from grader.model.standing import Attended
from grader.tables import read_table
from grader.wording import say
from tests.wording.worded import in_japanese

LATE = AttendanceRules(marks={**MARKS, "遅刻": 0.5, "△": 0.5, "忌引": EXCUSED})
TWO_ROWS = """\
演習 出席表,,,,,
,,,4/10,4/17,4/24
学籍番号,氏名,クラス,第1回,第2回,第3回
24A1201,山田 太郎,A,○,×,
２４ａ１２０２,田中 実,A,◯,遅刻,○
24A1203,佐藤 花子,B,公欠,1,欠
合計,,,2,1,1
"""


def read(text: str, rules: AttendanceRules = LATE, encoding: str = "utf-8") -> Attendance:
    """Reads a table that was saved in this encoding."""
    return read_attendance(read_table(text.encode(encoding), "attendance.csv"), rules)


def been(attended: str, counted: int, excused: int = 0, still: int = 0) -> Attended:
    """What is sure."""
    return Attended(attended=Fraction(attended), counted=counted, excused=excused, open=still)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_a_table_by_hand(encoding: str) -> None:
    """Late is half, excused is not counted, an empty cell is open, totals are nobody."""
    found = read(TWO_ROWS, encoding=encoding)
    assert found.students == {
        "24A1201": been("1", 2, still=1),
        "24A1202": been("2.5", 3),
        "24A1203": been("1", 2, excused=1),
    }
    assert found.sessions == ("第1回", "第2回", "第3回")
    assert found.warnings == ()


def test_an_empty_cell_may_mean_absent() -> None:
    """Only in a column in which something is written for somebody."""
    text = "学籍番号,第1回,第2回,第3回\n24A1201,○,,\n24A1202,○,○,\n"
    rules = AttendanceRules(blank=Blank.ABSENT)
    found = read(text, rules)
    assert found.students == {"24A1201": been("1", 2), "24A1202": been("2", 2)}
    assert found.sessions == ("第1回", "第2回")
    assert read(text).students["24A1201"] == been("1", 1, still=1)


def test_a_mark_without_a_meaning_is_open_and_told() -> None:
    """Nobody is said to have been absent because of a mark that nobody explained."""
    text = "学籍番号,第1回,第2回\n24A1201,遅刻,△\n24A1202,×,○\n"
    found = read(text, AttendanceRules())
    one = found.students["24A1201"]
    assert (one.counted, one.open, one.unknown) == (0, 2, ("第1回: 遅刻", "第2回: △"))
    (warning,) = found.warnings
    assert str(warning) == (
        "attendance.csv: the meaning of these marks is not defined: 遅刻, △;"
        " set it under [grading.attendance.marks] in course.toml"
    )
    assert "意味" in say(warning, "ja")


@pytest.mark.parametrize(
    ("mark", "weight"),
    [
        *[
            (mark, "1")
            for mark in ("○", "〇", "◯", "1", "１", "出", "出席", " ○ ", "o", "Ｏ", "1.0")
        ],
        *[(mark, "0") for mark in ("×", "✕", "0", "０", "欠", "欠席", "x", "Ｘ", "absent")],
        ("0.5", "0.5"),
        ("0.25", "0.25"),
    ],
)
def test_marks_that_everybody_writes(mark: str, weight: str) -> None:
    """Circles of every kind, 1 and 0, words, any width and case."""
    found = read(f"学籍番号,第1回\n24A1201,{mark}\n24A1202,○\n", AttendanceRules())
    assert found.students["24A1201"] == been(weight, 1)
    assert found.warnings == ()


@pytest.mark.parametrize("mark", ["2", "?", "-", "早退", "○×", "忌引き?", "15"])
def test_marks_that_nobody_understands(mark: str) -> None:
    """They are open, never absent."""
    found = read(f"学籍番号,第1回\n24A1201,{mark}\n24A1202,○\n", AttendanceRules())
    assert found.students["24A1201"].open == 1
    assert found.warnings != ()


COUNTS = "学籍番号,氏名,出席回数,授業回数\n24A1201,山田 太郎,12,15\n24A1202,田中 実,{},15\n"


@pytest.mark.parametrize(
    ("cell", "attended"),
    [
        ("9", been("9", 15)),
        ("9.5", been("9.5", 15)),
        ("９回", been("9", 15)),
        ("9/15", been("9", 15)),
        ("", Attended(attended=Fraction(0), counted=0, open=15, sure=False)),
        ("16", Attended(attended=Fraction(0), counted=0, open=15, sure=False)),
        ("-", Attended(attended=Fraction(0), counted=0, open=15, sure=False)),
    ],
)
def test_counts_instead_of_marks(cell: str, attended: Attended) -> None:
    """The number attended and the number held; what makes no sense is open."""
    found = read(COUNTS.format(cell))
    assert found.students == {"24A1201": been("12", 15), "24A1202": attended}
    named = AttendanceRules(attended="出席 回数", held="授業回数")
    assert read(COUNTS.format(cell), named).students == found.students


def test_the_number_held_may_be_the_courses() -> None:
    """Without a column, all sessions of the course were held."""
    text = "学籍番号,出席回数\n24A1201,12\n"
    assert read(text, AttendanceRules(sessions=15)).students == {"24A1201": been("12", 15)}
    with pytest.raises(IntakeError, match="the number of sessions is unknown"):
        read(text)


def test_a_number_held_that_is_not_there_leaves_it_open() -> None:
    """Nobody knows of how many."""
    found = read("学籍番号,出席回数,授業回数\n24A1201,12,\n")
    assert found.students["24A1201"] == Attended(attended=Fraction(0), counted=0, sure=False)


def test_one_student_twice() -> None:
    """The same twice is once; different lines make nothing sure."""
    text = "学籍番号,第1回\n24A1201,○\n24A1201,{}\n"
    assert read(text.format("〇")).students == {"24A1201": been("1", 1)}
    found = read(text.format("×"))
    assert not found.students["24A1201"].sure
    (warning,) = found.warnings
    said = "attendance.csv: rows 2, 3: the attendance of 24A1201 differs between these rows"
    assert str(warning) == said


def test_a_line_without_an_id_is_told() -> None:
    """It is nobody's."""
    found = read("学籍番号,氏名,第1回\n24A1201,山田 太郎,○\n,田中 実,○\n24A1203,佐藤 花子,×\n")
    assert list(found.students) == ["24A1201", "24A1203"]
    assert [*map(str, found.warnings)] == [
        "attendance.csv: rows 3: left out because they have no student ID"
    ]


@pytest.mark.parametrize(
    ("text", "rules", "said"),
    [
        ("第1回,第2回\n○,×\n", LATE, "there is no column of student IDs"),
        ("氏名,第1回\n山田 太郎,○\n", LATE, "there is no column of student IDs"),
        ("学籍番号,備考\n24A1201,○\n", LATE, "there is no column with the heading 第1回, 第2回, …"),
        (
            "学籍番号,第1回\n24A1201,○\n",
            AttendanceRules(attended="出た回数"),
            "with the heading 出た回数",
        ),
        (
            "学籍番号,出席\n24A1201,3\n",
            AttendanceRules(attended="出席", held="実施", sessions=3),
            "the number of sessions is unknown",
        ),
    ],
)
def test_a_table_that_cannot_be_used(text: str, rules: AttendanceRules, said: str) -> None:
    """It is refused, in both languages."""
    with pytest.raises(IntakeError, match=said) as caught:
        read(text, rules)
    assert in_japanese(caught.value) != str(caught.value)


@pytest.mark.parametrize(
    "heading",
    [
        *("第1回", "第１回", "第 3 回", "3回目", "1", "15", "#3", "4/10", "4/10(木)", "2025-04-10"),
        *("4月10日", "2025-04-10 00:00:00", "第1回 4/10", "第2回出欠", "Week 3", "Session 12"),
        *("10-Apr", "Apr 10", "1限", "第3週", "Lecture 1", "4.10"),
    ],
)
def test_headings_of_sessions(heading: str) -> None:
    """Numbers, dates, weeks."""
    assert is_session(heading)


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "出席回数",
            "欠席数",
            "合計",
            "出席率",
            "合計(15回)",
            "第1回課題",
            "第1回レポート点",
            "備考",
        ),
        *(
            "氏名",
            "学年",
            "クラス",
            "出席番号",
            "評価",
            "Total",
            "Score 1",
            "小テスト1",
            "",
            "2025年度",
        ),
        *("出席 (15回中)", "Quiz 3", "No."),
    ],
)
def test_headings_of_other_columns(heading: str) -> None:
    """Counts, rates, points: no session, even when they name one."""
    assert not is_session(heading)


def test_headings_of_counts() -> None:
    """The usual words."""
    found = read("学籍番号,出席 回数,授業回数,欠席回数\n24A1201,9,12,3\n")
    assert found.students == {"24A1201": been("9", 12)}


def test_columns_of_people_are_never_sessions() -> None:
    """A class called 1, a group called A: nobody was there or absent because of that."""
    found = read("学籍番号,氏名,クラス,1\n24A1201,山田 太郎,0,○\n")
    assert found.students == {"24A1201": been("1", 1)}


def test_headings_in_two_rows() -> None:
    """Merged cells leave one word over many columns; dates stand below or above topics."""
    below = "学籍番号,氏名,出席状況,,\n,,4/10,4/17,備考\n24A1201,山田 太郎,○,×,欠席の連絡あり\n"
    assert read(below).students == {"24A1201": been("1", 2)}
    above = ",,第1回,第2回,第2回\n学籍番号,氏名,導入,行列積,課題\n24A1201,山田 太郎,○,×,3\n"
    assert read(above).students == {"24A1201": been("1", 2)}


def test_what_moodle_exports() -> None:
    """Its marks come with their points; L is late, and late needs a meaning."""
    text = (
        "姓,名,IDナンバー,2025年 04月 10日 9:00 全学生,2025年 04月 17日 9:00 全学生,ポイント\n"
        "山田,太郎,24A1201,P (2/2),A (0/2),2 / 4\n"
        "田中,実,24A1202,E (1/2),L (1/2),2 / 4\n"
    )
    found = read(text)
    assert found.students["24A1201"] == been("1", 2)
    assert (found.students["24A1202"].excused, found.students["24A1202"].open) == (1, 1)
    assert "L" in str(found.warnings[0])
