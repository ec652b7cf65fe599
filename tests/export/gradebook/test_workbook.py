"""Our own workbook: typed cells, nothing that acts, a blank that is no 0."""

import io
import zipfile
from datetime import date, datetime

import openpyxl
import pytest
from msgspec.structs import replace
from openpyxl.workbook import Workbook

from grader.export.gradebook import Left
from grader.export.gradebook.own_table import COLOURS, sheet_title
from grader.export.gradebook.saying import as_text
from grader.model.gradebook import Grade, State
from tests.export.gradebook.books import ASSIGNMENT, HOSTILE, book, confirmed, export, grade, says


def opened(*grades: Grade, **asked: object) -> Workbook:
    """The workbook as a program reads it."""
    return openpyxl.load_workbook(io.BytesIO(export("xlsx", book(*grades), **asked).content))


def test_values_have_types() -> None:
    """Ids are text, points are numbers, times are times."""
    sheet = opened(confirmed(grade("0012", 6, 1.5, "山田 太郎")), lang="en")["kadai1"]
    head, row = ([cell.value for cell in one] for one in sheet.iter_rows())
    assert head[:6] == ["id", "name", "content (/6)", "form (/2)", "total", "max"]
    assert row == [
        "0012", "山田 太郎", 6, 1.5, 7.5, 8, "confirmed", 0, 100, "TA 1",
        datetime(2025, 4, 20, 10, 30), None, None,  # noqa: DTZ001 - workbooks know no zones
    ]  # fmt: skip
    assert (sheet["A2"].number_format, sheet["A2"].data_type) == ("@", "s")
    assert sheet["C2"].data_type == "n"
    assert sheet["K2"].number_format == 'd mmmm yyyy, hh:mm "+09:00"'
    sheet = opened(confirmed(grade("0012", 6, 1.5)), lang="ja")["kadai1"]
    assert sheet["K2"].number_format == 'yyyy"年"m"月"d"日" hh:mm "+09:00"'


def test_the_sheet_is_shaped() -> None:
    """Headings stay in sight and on every page; columns are as wide as they need."""
    sheet = opened(grade("a", 6, 2))["kadai1"]
    assert sheet.freeze_panes == "C2"
    assert sheet.column_dimensions["L"].width == 60
    assert sheet.auto_filter.ref == "A1:M2"
    assert sheet.print_title_rows == "$1:$1"


def test_a_blank_does_not_read_as_0() -> None:
    """What is open is yellow; a state has a colour and its word."""
    sheet = opened(grade("a", 6, None), confirmed(grade("b", 0, 0)), Grade(student="c"))["kadai1"]

    def colour(cell: str) -> str:
        return str(sheet[cell].fill.start_color.rgb)[-6:]

    assert [colour(cell) for cell in ("C2", "D2", "E2", "G2")] == [
        "000000", COLOURS[State.OPEN], COLOURS[State.OPEN], COLOURS[State.OPEN]
    ]  # fmt: skip
    assert [sheet[cell].value for cell in ("C2", "D2", "E2", "G2")] == [6, None, None, "未採点あり"]
    assert [colour(cell) for cell in ("C3", "D3", "E3")] == ["000000"] * 3
    assert (sheet["G3"].value, colour("G3")) == ("確定", COLOURS[State.CONFIRMED])
    assert (sheet["G4"].value, colour("E4")) == ("未提出", COLOURS[State.NOT_SUBMITTED])


@pytest.mark.parametrize("comment", [*HOSTILE, "#N/A", "=1+1", "1e5", "2025-04-01", "TRUE"])
def test_no_cell_acts(comment: str) -> None:
    """A text is a text, in the comment, the name and the id."""
    one = replace(says(grade("a", 6, 2), comment), name=comment or "x")
    content = export("xlsx", book(one)).content
    sheet = openpyxl.load_workbook(io.BytesIO(content))["kadai1"]
    assert (sheet["L2"].value or "") == as_text(comment)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


def test_one_sheet_per_assignment_and_one_for_the_course() -> None:
    """Titles are legal and different; rows of the course keep their types."""
    other = replace(book(grade("a", 1, 1)), assignment=replace(ASSIGNMENT, id="KADAI1"))
    course = [["id", "points", "day"], ["0012", 81.5, date(2025, 8, 1)], ["=1", None, None]]
    made = opened(grade("a", 6, 2), others=[other], sheets={"授業全体": course})
    assert made.sheetnames == ["kadai1", "KADAI1 (2)", "授業全体"]
    rows = [[cell.value for cell in row] for row in made["授業全体"].iter_rows()]
    assert rows[1] == ["0012", 81.5, datetime(2025, 8, 1)]  # noqa: DTZ001 - likewise
    assert made["授業全体"]["A3"].data_type == "s"


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ("kadai1", "kadai1"),
        ("a/b\\c?*[x]:", "a_b_c___x__"),
        ("'x'", "x"),
        ("", "_"),
        ("History", "_history"),
        ("課" * 40, "課" * 31),
    ],
)
def test_titles_are_legal(wanted: str, title: str) -> None:
    """No sign that Excel forbids, at most 31 characters."""
    assert sheet_title(wanted, set()) == title
    assert len(sheet_title(wanted, {title.casefold()})) <= 31


def test_the_same_bytes_every_time() -> None:
    """No time of writing is in it, in the zip or in the properties."""
    one = book(confirmed(grade("a", 6, 2)))
    content = export("xlsx", one).content
    assert content == export("xlsx", one).content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = archive.read("docProps/core.xml")
    assert core.count(b"1980-01-01T00:00:00Z") == 2


def test_who_may_have_handed_in_is_open() -> None:
    """Never 0 and never grey: some files are nobody's yet."""
    assert set(COLOURS) == set(State)
    written = export("xlsx", book(Grade(student="a", state=State.UNKNOWN)))
    sheet = openpyxl.load_workbook(io.BytesIO(written.content))["kadai1"]
    assert [sheet[cell].value for cell in ("C2", "E2", "G2")] == [None, None, "提出不明"]
    assert str(sheet["E2"].fill.start_color.rgb)[-6:] == COLOURS[State.OPEN]
    assert [one.why for one in written.left] == [Left.UNKNOWN]
