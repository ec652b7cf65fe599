"""Tables that Excel or LibreOffice saved again say what they said before."""

import io
from pathlib import Path

import openpyxl
import pytest

from grader.model.errors import IntakeError
from grader.model.gradebook import Comment
from grader.store import Store
from tests.gradebook.gradebook_for_tests import NAMES, NOON, class_of_three, grade_one, reopened
from tests.gradebook.tables_for_tests import (
    COMMENT,
    FORM,
    ID,
    PROGRAM,
    TOTAL,
    csv_of,
    decisions_in,
    export_csv,
    kinds_in,
    put,
    rows_of,
    take,
    written,
)
from tests.libreoffice import converted, needs_calc

TRICKY = "=1+1\n髙橋さんの図、晓の表\n-1 点"
CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,{charset},1,,0,false,true,false"


def with_comments(folder: Path) -> None:
    """A class with a comment that spreadsheets are fond of, and a name of many kanji."""
    class_of_three(folder)
    with Store(folder, "kadai1") as store:
        store.decide_all((), [Comment(student="24A1201", text=TRICKY, by="TA", at=NOON)])
        grade_one(store, "0123")


@pytest.mark.parametrize(
    ("encoding", "delimiter"),
    [
        ("utf-8-sig", ","),
        ("utf-8", ","),
        ("cp932", ","),
        ("utf-16", "\t"),
        ("utf-8-sig", ";"),
        ("cp932", "\t"),
    ],
)
def test_encodings_of_spreadsheets(tmp_path: Path, encoding: str, delimiter: str) -> None:
    """Letters that the encoding does not have are no edits."""
    with_comments(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "2")
    found = take(tmp_path, csv_of(rows, encoding, delimiter))
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    assert (found.comments, kinds_in(found)) == ((), [])


def test_a_name_that_the_encoding_does_not_have(tmp_path: Path) -> None:
    """Question marks in a name are what Excel made of it; other letters are another name."""
    names = {**NAMES, "24A1203": "李 晓明"}
    class_of_three(tmp_path)
    book = reopened(tmp_path, names)
    rows = rows_of(written(book))
    put(rows, "24A1203", FORM, "2")
    raw = csv_of(rows, "cp932")
    assert "?" in raw.decode("cp932")
    found = take(tmp_path, raw, "a.csv", names)
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    put(rows, "24A1203", 1, "李 小明?")
    found = take(tmp_path, rows, "a.csv", names)
    assert kinds_in(found) == ["other-name"]


def edited_workbook(raw: bytes, row: int, column: int, value: object) -> bytes:
    """Changes one cell (from 1) as a person in Excel does, and saves."""
    book = openpyxl.load_workbook(io.BytesIO(raw))
    book.worksheets[0].cell(row=row, column=column).value = value  # type: ignore[assignment]
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


@pytest.mark.parametrize("value", [2, 2.0, "2", "２"])
def test_an_edited_workbook(tmp_path: Path, value: object) -> None:
    """Typed numbers and numbers typed as text are the same; ids keep their zeros."""
    with_comments(tmp_path)
    book, _ = export_csv(tmp_path)
    assert [one.student for one in book.grades][:1] == ["24A1203"]
    raw = edited_workbook(written(book, "xlsx"), 2, FORM + 1, value)
    found = take(tmp_path, raw, name="kadai1.xlsx")
    assert decisions_in(found) == [("24A1203", "form", 2.0)]
    assert (found.comments, kinds_in(found)) == ((), [])
    assert "0123" in found.unchanged


def test_a_workbook_made_by_hand(tmp_path: Path) -> None:
    """Title rows above, numbers for ids, formulas nobody computed, a sheet before it."""
    with Store(tmp_path, "kadai1") as store:
        for student in ("1201", "0042"):
            grade_one(store, student)
    book = openpyxl.Workbook()
    book.worksheets[0].append(["成績の付け方"])
    sheet = book.create_sheet("kadai1")
    sheet.append(["課題1", None, None])
    sheet.append([None])
    sheet.append(["備考", "form (/2)", "学籍番号", "program (/4)", "合計"])
    sheet.append(["", 1.5, 1201, 4, "=B4+D4"])
    sheet.append(["", 1, 42, 4, None])
    made = io.BytesIO()
    book.save(made)
    found = take(tmp_path, made.getvalue(), name="手.xlsx")
    assert decisions_in(found) == [("1201", "form", 1.5)]
    assert kinds_in(found) == ["unknown-id"]


@needs_calc
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("xlsx", "xlsx"),
        ("xlsx", CSV_FILTER.format(charset=76)),
        ("xlsx", CSV_FILTER.format(charset=64)),
        ("csv", "xlsx"),
    ],
)
def test_what_libreoffice_saved(tmp_path: Path, source: str, target: str) -> None:
    """Its workbook, and its CSV in UTF-8 and CP932, say what was exported and what was edited."""
    with_comments(tmp_path)
    book, rows = export_csv(tmp_path)
    if source == "xlsx":
        raw = edited_workbook(written(book, "xlsx"), 2, FORM + 1, 1.5)
    else:
        put(rows, "24A1203", FORM, "1.5")
        raw = csv_of(rows)
    saved = converted(tmp_path, raw, source, target)
    found = take(tmp_path, saved, name=f"saved.{target.split(':', maxsplit=1)[0]}")
    assert decisions_in(found) == [("24A1203", "form", 1.5)]
    assert (found.comments, kinds_in(found)) == ((), [])
    assert "0123" in found.unchanged


def test_a_formula_that_nobody_computed_is_told(tmp_path: Path) -> None:
    """A program wrote it: as points it is refused, as the total it says nothing."""
    class_of_three(tmp_path)
    book, _ = export_csv(tmp_path)
    raw = edited_workbook(written(book, "xlsx"), 2, FORM + 1, "=3-1")
    found = take(tmp_path, raw, name="kadai1.xlsx")
    assert decisions_in(found) == []
    assert kinds_in(found) == ["bad-points"]
    total = edited_workbook(written(book, "xlsx"), 2, TOTAL + 1, "=SUM(C2:E2)")
    found = take(tmp_path, edited_workbook(total, 2, FORM + 1, 1.5), name="kadai1.xlsx")
    assert [points for _, _, points in decisions_in(found)] == [1.5]
    assert kinds_in(found) == []


def test_an_xlsx_that_is_none_is_refused(tmp_path: Path) -> None:
    """By the reader of tables, with a sentence."""
    class_of_three(tmp_path)
    with pytest.raises(IntakeError, match=r"kadai1\.xlsx"):
        take(tmp_path, b"PK\x03\x04 no workbook", name="kadai1.xlsx")


def test_columns_are_where_the_tests_think(tmp_path: Path) -> None:
    """The numbers of columns in these tests are those of the export."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    assert (rows[0][ID], rows[0][PROGRAM], rows[0][COMMENT]) == (
        "学籍番号",
        "動作 (/4)",
        "コメント",
    )


def test_an_error_of_a_formula_is_no_blank(tmp_path: Path) -> None:
    """A blank would change nothing, without a word."""
    class_of_three(tmp_path)
    _, rows = export_csv(tmp_path)
    put(rows, "24A1203", FORM, "#DIV/0!")
    book = openpyxl.Workbook()
    sheet = book.create_sheet("kadai1", 0)
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    found = take(tmp_path, file.getvalue(), "table.xlsx")
    assert kinds_in(found) != []
    assert decisions_in(found) == []
