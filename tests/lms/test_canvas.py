"""Canvas's gradebook goes back with one column, and with nobody who has no points."""

import csv
import io

import pytest
from msgspec.structs import replace

from grader.export.gradebook import Left, Written
from grader.lms.notices import NoticeKind
from grader.model.errors import IntakeError
from grader.model.gradebook import Exported, Grade
from tests.export.gradebook.books import book, export, grade, into, known

HEAD = (
    "Student,ID,SIS User ID,SIS Login ID,Integration ID,Section,課題1 行列積 (777),"
    "課題2 畳み込み (778),Assignments Current Score,Final Score\n"
)
POSTING = ",,,,,,Manual Posting,,,\n"
POSSIBLE = "    Points Possible,,,,,,8.00,10,(read only),(read only)\n"
TARO = '"山田, 太郎",5001,24A1201,y24a1201,,実習,,3,30,30\n'
HANAKO = '"佐藤, 花子",5002,24A1202,s24a1202,,実習,2.5,4,40,40\n'
SHEET = HEAD + POSTING + POSSIBLE + TARO + HANAKO
WHO = "Student,ID,SIS User ID,SIS Login ID,Integration ID,Section,課題1 行列積 (777)\n"


def fill(sheet: str, *grades: Grade, **asked: object) -> Written:
    """Fills an exported gradebook."""
    return export("canvas", book(*grades), into=into(sheet, "Grades.csv"), **asked)


def test_one_column_goes_back() -> None:
    """Who they are, Canvas's own rows, and the points; no other assignment, no totals."""
    written = fill(SHEET, grade("24A1201", 6, 1.5), grade("24A1202", 4, 2), overwrite=True)
    assert written.content.decode() == (
        WHO
        + ",,,,,,Manual Posting\n    Points Possible,,,,,,8.00\n"
        + '"山田, 太郎",5001,24A1201,y24a1201,,実習,7.5\n'
        + '"佐藤, 花子",5002,24A1202,s24a1202,,実習,6\n'
    )
    [one] = written.replaced
    assert (one.student, one.row, one.was, one.now) == ("24A1202", 5, "2.5", "6")


@pytest.mark.parametrize(("total", "kept"), [(None, 1), (2, 1), (2.5, 0)])
def test_points_that_are_not_ours_stay(total: float | None, kept: int) -> None:
    """Whoever has other points in Canvas is no row, unless we wrote them."""
    last = {"24A1202": Exported(student="24A1202", total=total)}
    written = fill(SHEET, grade("24A1201", 6, 1.5), grade("24A1202", 4, 2), last=last)
    assert ("24A1202" in written.content.decode()) is (not kept)
    assert [(one.student, one.was, one.now) for one in written.kept] == (
        [("24A1202", "2.5", "6")] if kept else []
    )
    assert [(one.student, one.why) for one in written.left] == (
        [("24A1202", Left.KEPT)] if kept else []
    )


def test_nobody_without_points_goes_back() -> None:
    """An empty cell would be a change; so open ones and strangers are no rows at all."""
    written = fill(SHEET, grade("24A1201", 6, None), grade("24A1299", 6, 2))
    assert written.content.decode() == WHO + ",,,,,,Manual Posting\n    Points Possible,,,,,,8.00\n"
    assert {(one.student, one.why) for one in written.left} == {
        ("24A1201", Left.OPEN),
        ("24A1299", Left.NO_ROW),
    }
    assert [one.who for one in written.strangers] == ["佐藤, 花子 5002"]


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_semicolons_and_decimal_commas(bom: str) -> None:
    """As the user's settings made them."""
    sheet = bom + (
        "Student;ID;SIS Login ID;Section;課題1 行列積 (777);Final Score\n"
        "    Points Possible;;;;8,00;(read only)\n"
        "山田, 太郎;5001;24a1201;実習;;\n"
    )
    assert fill(sheet, grade("24A1201", 6, 1.5)).content.decode() == bom + (
        "Student;ID;SIS Login ID;Section;課題1 行列積 (777)\n"
        "    Points Possible;;;;8,00\n"
        "山田, 太郎;5001;24a1201;実習;7,5\n"
    )


@pytest.mark.parametrize("said", ["EX", "N/A", "ex"])
def test_excused_stays_excused(said: str) -> None:
    """The row does not go back, and it is said why."""
    sheet = SHEET.replace("実習,2.5,", f"実習,{said},")
    written = fill(sheet, grade("24A1202", 4, 2))
    assert "5002" not in written.content.decode()
    assert [(one.student, one.why) for one in written.left] == [("24A1202", Left.EXCUSED)]


@pytest.mark.parametrize(
    "column", ["777", "(777)", "課題1 行列積 (777)", "課題1　行列積", "課題１ 行列積"]
)
def test_the_column_may_be_named(column: str) -> None:
    """By number, by the whole heading, by the title."""
    assert fill(SHEET, grade("24A1201", 6, 1.5), column=column).filled == ("24A1201",)


@pytest.mark.parametrize("column", ["課題3", "77", "Final Score", "1"])
def test_an_unknown_column_lists_what_there_is(column: str) -> None:
    """Canvas would make a new assignment of it."""
    with pytest.raises(IntakeError, match=r"課題1 行列積 \(777\), 課題2 畳み込み \(778\)"):
        fill(SHEET, grade("24A1201", 6, 1.5), column=column)


def test_two_columns_of_one_title_are_asked_about() -> None:
    """The number tells which is meant."""
    sheet = SHEET.replace("課題2 畳み込み (778)", "課題1 行列積 (778)").replace("8.00,10", "8.00,8")
    with pytest.raises(IntakeError, match="no single column"):
        fill(sheet, grade("24A1201", 6, 1.5))
    assert fill(sheet, grade("24A1201", 6, 1.5), column="778", overwrite=True).filled == (
        "24A1201",
    )


def test_the_only_column_may_have_a_short_title() -> None:
    """The first word of the assignment's title will do, where no other column could be meant."""
    short = HEAD.replace("課題1 行列積 (777)", "課題1 (777)")
    with pytest.raises(IntakeError, match=r"with --column .* Columns: 課題1 \(777\)"):
        fill(short + POSTING + POSSIBLE + TARO, grade("24A1201", 6, 1.5))
    sheet = "Student,ID,SIS User ID,課題1 (777)\n    Points Possible,,,8\n山田,5001,24A1201,\n"
    assert fill(sheet, grade("24A1201", 6, 1.5)).filled == ("24A1201",)
    for other in ("課題2 (777)", "追加課題1 (777)", "課題10 (777)"):
        with pytest.raises(IntakeError, match="no single column"):
            fill(sheet.replace("課題1 (777)", other), grade("24A1201", 6, 1.5))


def test_another_maximum_is_refused() -> None:
    """Points Possible has to be the rubric's sum; without the row that is said."""
    with pytest.raises(IntakeError, match="the maximum is 10 points, but the assignment has 8"):
        fill(SHEET, grade("24A1201", 6, 1.5), column="778")
    written = fill(HEAD + TARO, grade("24A1201", 6, 1.5))
    assert NoticeKind.UNKNOWN_MAX in {one.kind for one in written.notices}


def test_a_column_that_takes_no_grades_is_refused() -> None:
    """`(read only)` below its heading."""
    with pytest.raises(IntakeError, match="read only"):
        fill(SHEET.replace("8.00", "(read only)"), grade("24A1201", 6, 1.5))


def test_canvas_number_first_then_ids_then_a_unique_name() -> None:
    """Two of one name are told apart by their numbers, or not at all."""
    sheet = (
        HEAD
        + POSSIBLE
        + (
            '"田中, 実",5005,,t1,,実習,,,,\n"田中, 実",5006,,t2,,実習,,,,\n'
            '"表, 一樹",5007,,o,,実習,,,,\n'
        )
    )
    first = known(grade("a", 6, 1, "田中 実"), user="5006", name="田中実")
    second = grade("b", 5, 1, "田中 実")
    third = grade("c", 4, 1, "表 一樹")
    written = fill(sheet, first, second, third)
    rows = list(csv.reader(io.StringIO(written.content.decode())))
    assert [(row[1], row[-1]) for row in rows[2:]] == [("5006", "7"), ("5007", "5")]
    assert [(one.student, one.why) for one in written.left] == [("b", Left.SAME_NAME)]


def test_ids_that_contradict_each_other_are_nobodys() -> None:
    """Canvas's number says one row, the student's id another."""
    mixed = known(grade("24A1201", 6, 1), user="5002")
    written = fill(SHEET, mixed)
    assert [(one.student, one.why, one.detail) for one in written.left] == [
        ("24A1201", Left.CONFLICT, "5, 4")
    ]
    assert not written.filled


def test_family_and_given_names_apart() -> None:
    """A setting of Canvas; both columns go back."""
    sheet = (
        "LastName,FirstName,ID,SIS Login ID,Section,メモ,課題1 行列積 (777)\n"
        ",,,,,,Manual Posting\n"
        "    Points Possible,,,,,(read only),8.00\n"
        "山田,太郎,5001,y,実習,残す,\n"
    )
    assert fill(sheet, grade("x", 6, 2, "山田 太郎")).content.decode() == (
        "LastName,FirstName,ID,SIS Login ID,Section,課題1 行列積 (777)\n"
        ",,,,,Manual Posting\n"
        "    Points Possible,,,,,8.00\n"
        "山田,太郎,5001,y,実習,8\n"
    )


def test_names_with_quotes_and_lines_stay() -> None:
    """The cells of who they are come back byte for byte."""
    odd = '"表 ""一樹""\n, x",5003,24A1203,"o ",,"実習, 1",,,,\n'
    written = fill(SHEET + odd, replace(grade("24A1203", 6, 2), name="x"))
    assert written.content.decode().endswith(
        '\n"表 ""一樹""\n, x",5003,24A1203,"o ",,"実習, 1",8\n'
    )


def test_it_is_no_gradebook_of_canvas() -> None:
    """Another file is refused."""
    with pytest.raises(IntakeError, match="so it is not a Canvas gradebook"):
        fill("id,name\n24A1201,x\n", grade("24A1201", 6, 1))
