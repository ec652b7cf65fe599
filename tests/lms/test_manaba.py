"""manaba's reportlist.xlsx is filled in place."""

import io
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from grader.export.gradebook import Left, Stranger, Written
from grader.gradebook.exporting import backup_path
from grader.lms.notices import NoticeKind
from grader.model.errors import IntakeError
from grader.model.gradebook import Exported, Grade
from tests.export.gradebook.books import AT, HOSTILE, book, export, grade, into, known, says

HEADINGS = (
    *("# 内部コースID", "# コース名", "# リンク情報", "# ロール", "# ユーザID", "# 学籍番号"),
    *("# 氏名", "# 氏名（英語）", "# メールアドレス", "# 合計点", "# 評価", "# 講評"),
    *("# 提出", "# 提出日時", "# 提出回数", "# フォルダ"),
)


def workbook(*people: tuple[str, str, str], role: str = "履修生") -> bytes:
    """What manaba gives: lines above, the headings in row 7, links to folders, `#end`."""
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    sheet.title = "reportlist"
    for number in range(1, 7):
        sheet.cell(number, 1, f"# 行{number}")
    sheet.append(list(HEADINGS))
    for user, student, name in people:
        sheet.append(
            [933913, "実習", "", role, user, student, name, "", "", None, None, None, "提出済"]
        )
        cell = sheet.cell(sheet.max_row, 16, "開く")
        cell.hyperlink = f"{student}@{user}\\"
        sheet.cell(sheet.max_row, 10).fill = PatternFill("solid", start_color="FFEEDD")
    sheet.append(["#end"])
    sheet.column_dimensions["L"].width = 44
    made.create_sheet("memo").append(["=1+1", "残す"])
    content = io.BytesIO()
    made.save(content)
    return content.getvalue()


SHEET = workbook(("s1", "24A1201", "山田　太郎"), ("s2", "２４a1202", "佐藤　花子"))


def fill(sheet: bytes, *grades: Grade, **asked: object) -> Written:
    """Fills a workbook."""
    name = "reportlist.xlsx"
    return export("manaba", book(*grades), into=into(sheet, name), **asked)


def first(written: Written) -> Worksheet:
    """The sheet that was filled."""
    return openpyxl.load_workbook(io.BytesIO(written.content)).worksheets[0]


def test_points_and_comment_of_our_students() -> None:
    """Numbers as numbers, by 学籍番号 however it is written; the rest as it was."""
    written = fill(
        SHEET,
        says(grade("24A1201", 6, 1.5), "よい\n次も"),
        grade("24A1202", 4, 2),
    )
    sheet = first(written)
    assert [sheet.cell(8, column).value for column in (10, 11, 12)] == [7.5, None, "よい\n次も"]
    assert [sheet.cell(9, column).value for column in (10, 11, 12)] == [6, None, None]
    assert written.filled == ("24A1201", "24A1202")
    assert not written.left
    assert not written.replaced


def test_everything_else_stays() -> None:
    """Links, the end mark, formats, widths, other sheets and their formulas, other cells."""
    before = openpyxl.load_workbook(io.BytesIO(SHEET))
    after = openpyxl.load_workbook(
        io.BytesIO(fill(SHEET, says(grade("24A1201", 6, 2), "x")).content)
    )
    assert after.sheetnames == before.sheetnames
    for old, new in zip(before.worksheets, after.worksheets, strict=True):
        ours = {"J8", "L8"} if new is after.worksheets[0] else set()
        for row in old.iter_rows():
            for cell in row:
                other = new[cell.coordinate]
                assert other.number_format == cell.number_format
                assert other.fill.start_color.rgb == cell.fill.start_color.rgb
                if cell.coordinate not in ours:
                    assert other.value == cell.value
    sheet = after.worksheets[0]
    assert sheet["P8"].hyperlink is not None
    assert sheet["P8"].hyperlink.target == "24A1201@s1\\"
    assert sheet["A10"].value == "#end"
    assert sheet.column_dimensions["L"].width == 44
    assert after.properties.modified == before.properties.modified


def test_user_ids_where_there_is_no_number() -> None:
    """The LMS's own id tells, too."""
    sheet = workbook(("s1", "", "山田　太郎"))
    assert fill(sheet, known(grade("x", 6, 2), user="S1")).filled == ("x",)


def test_names_alone_tell_nobody() -> None:
    """There are ids in this file; what they do not tell, a name does not."""
    written = fill(SHEET, grade("24A1299", 6, 2, "山田 太郎"))
    assert [(one.student, one.why) for one in written.left] == [("24A1299", Left.NO_ROW)]
    assert written.strangers == (
        Stranger(row=8, who="24A1201 山田　太郎"),
        Stranger(row=9, who="２４a1202 佐藤　花子"),
    )


def test_a_row_with_somebody_elses_name_is_left() -> None:
    """Two ids changed places: neither is filled."""
    sheet = workbook(("s1", "24A1202", "山田　太郎"), ("s2", "24A1201", "佐藤　花子"))
    written = fill(sheet, grade("24A1201", 6, 2, "山田 太郎"), grade("24A1202", 4, 2, "佐藤 花子"))
    assert not written.filled
    assert {one.why for one in written.left} == {Left.CONFLICT}
    assert not written.strangers  # they are in the gradebook; the reason names the rows


def test_teachers_are_no_students() -> None:
    """担当教員 and 授業補助者 are not missed, and never graded."""
    sheet = workbook(("t1", "24A1201", "田中　実"), role="担当教員")
    written = fill(sheet, grade("24A1201", 6, 2))
    assert not written.filled
    assert not written.strangers


def test_what_was_there_is_said() -> None:
    """Another number is replaced, the same one is not."""
    once = fill(SHEET, grade("24A1201", 6, 1.5)).content
    again = fill(once, grade("24A1201", 6, 1.5))
    assert not again.replaced
    last = {"24A1201": Exported(student="24A1201", total=7.5)}
    [one] = fill(once, grade("24A1201", 6, 2), last=last).replaced
    assert (one.student, one.row, one.column, one.was, one.now) == (
        "24A1201", 8, "# 合計点", "7.5", "8"
    )  # fmt: skip


def test_what_a_person_wrote_stays() -> None:
    """Points, and then the whole row; a comment beside a blank; unless it is asked for."""
    made = openpyxl.load_workbook(io.BytesIO(SHEET))
    made.worksheets[0]["J8"], made.worksheets[0]["L9"] = 3.5, "面談した"
    content = io.BytesIO()
    made.save(content)
    grades = says(grade("24A1201", 6, 2), "よい"), says(grade("24A1202", 4, 2), "よい")
    written = fill(content.getvalue(), *grades)
    values = [[first(written).cell(row, at).value for at in (10, 12)] for row in (8, 9)]
    assert values == [[3.5, None], [6, "面談した"]]
    assert [(one.student, one.was, one.now) for one in written.kept] == [
        ("24A1201", "3.5", "8"),
        ("24A1202", "面談した", "よい"),
    ]
    assert [(one.student, one.why) for one in written.left] == [("24A1201", Left.KEPT)]
    assert not written.told
    written = fill(content.getvalue(), *grades, overwrite=True)
    assert [first(written).cell(row, 12).value for row in (8, 9)] == ["よい", "よい"]
    assert not written.kept


def test_our_own_comment_is_brought_up_to_date() -> None:
    """The one that the last export wrote, and no other."""
    once = fill(SHEET, says(grade("24A1201", 6, 2), "よい\n次も"))
    assert once.told == {"24A1201": "よい\n次も"}
    for before, now in (("よい\n次も", "もっとよい"), ("別の", "よい\n次も")):
        last = {"24A1201": Exported(student="24A1201", total=8, feedback=before)}
        again = fill(once.content, says(grade("24A1201", 6, 2), "もっとよい"), last=last)
        assert first(again)["L8"].value == now


@pytest.mark.parametrize("comment", HOSTILE)
def test_comments_are_texts(comment: str) -> None:
    """Never a formula, whatever they begin with."""
    cell = first(fill(SHEET, says(grade("24A1201", 6, 2), comment)))["L8"]
    assert cell.data_type in ("s", "n")
    assert cell.value is None or isinstance(cell.value, str)


def test_the_same_bytes_every_time() -> None:
    """No time of writing is in it."""
    one = grade("24A1201", 6, 2)
    assert fill(SHEET, one).content == fill(SHEET, one).content


def test_files_that_cannot_be_filled() -> None:
    """An .xls, a table, another workbook: a sentence each."""
    with pytest.raises(IntakeError, match=r"save it as \.xlsx"):
        fill(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), grade("24A1201", 6, 2))
    with pytest.raises(IntakeError, match="is not an Excel workbook"):
        fill(b"a,b\n", grade("24A1201", 6, 2))
    other = openpyxl.Workbook()
    content = io.BytesIO()
    other.save(content)
    with pytest.raises(IntakeError, match="合計点"):
        fill(content.getvalue(), grade("24A1201", 6, 2))


def test_no_column_for_comments() -> None:
    """The points are written all the same, and it is said."""
    made = openpyxl.load_workbook(io.BytesIO(SHEET))
    made.worksheets[0]["L7"] = "# その他"
    content = io.BytesIO()
    made.save(content)
    written = fill(content.getvalue(), says(grade("24A1201", 6, 2), "x"))
    assert NoticeKind.NO_FEEDBACK_COLUMN in {one.kind for one in written.notices}
    assert first(written)["J8"].value == 8


def test_the_backup_never_overwrites(tmp_path: Path) -> None:
    """Two in one second have two names."""
    path = tmp_path / "reportlist.xlsx"
    at = datetime(2025, 4, 20, 10, 30, 5, tzinfo=AT.tzinfo)
    one = backup_path(path, at)
    assert one.name == "reportlist.backup-20250420-103005.xlsx"
    one.touch()
    assert backup_path(path, at).name == "reportlist.backup-20250420-103005-2.xlsx"
