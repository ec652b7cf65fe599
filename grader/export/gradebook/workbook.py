"""Our own table as .xlsx: typed cells, a sheet per assignment, and one for the course.

Ids are text (format "@"), points are numbers, texts are never formulas. A point that is not decided
yet is a blank cell on yellow; a state has a colour and a word, so that a grey print tells as much.
The first sheet's first row reads back like the CSV form's. The same gradebook gives the same bytes.
"""

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.export.gradebook.stable_zip import without_dates
from grader.export.gradebook.table import Kind, own_table
from grader.export.gradebook.totals import left_open, unconfirmed, with_total
from grader.export.gradebook.workbook_cells import put, put_heading, put_plain
from grader.export.gradebook.written import Asked, Cell, Written
from grader.model.gradebook import Gradebook

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
MOST_TITLE = 31  # characters
COURSE = {"ja": "授業全体", "en": "course"}
WIDTHS = {
    Kind.ID: 14,
    Kind.NAME: 18,
    Kind.POINTS: 13,
    Kind.TOTAL: 9,
    Kind.NUMBER: 9,
    Kind.STATE: 13,
    Kind.WORD: 14,
    Kind.TIME: 18,
    Kind.COMMENT: 60,
}  # in characters
WIDE = 14  # of the course's columns


def write_xlsx(book: Gradebook, asked: Asked) -> Written:
    """Writes this assignment's sheet, one for each of `asked.others`, and `asked.course`."""
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    taken: set[str] = set()
    for one in (book, *asked.others):
        title = sheet_title(one.assignment.id, taken)
        _write_assignment(workbook.create_sheet(title), one, asked)
    if asked.course:
        title = sheet_title(COURSE[asked.lang], taken)
        _write_course(workbook.create_sheet(title), asked.course)
    made = io.BytesIO()
    workbook.save(made)
    filled = tuple(one.student for one in with_total(book, asked))
    return Written(
        content=without_dates(made.getvalue()),
        filled=filled,
        left=left_open(book, asked),
        notices=unconfirmed(book, filled),
    )


def sheet_title(wanted: str, taken: set[str]) -> str:
    """Makes a title that spreadsheets take, and that no other sheet of the file has."""
    plain = FORBIDDEN.sub("_", wanted).strip(" '")[:MOST_TITLE] or "_"
    if plain.casefold() == "history":  # Excel keeps it for itself
        plain = "_history"
    title, number = plain, 1
    while title.casefold() in taken:
        number += 1
        title = f"{plain[: MOST_TITLE - 5]} ({number})"
    taken.add(title.casefold())
    return title


def _write_assignment(sheet: "Worksheet", book: Gradebook, asked: Asked) -> None:
    table = own_table(book, asked)
    for column, heading in enumerate(table.headings, start=1):
        put_heading(sheet.cell(1, column), heading)
    for number, row in enumerate(table.rows, start=2):
        for column, (kind, value) in enumerate(zip(table.kinds, row.values, strict=True), start=1):
            put(sheet.cell(number, column), value, kind, row.state)
    _shape(sheet, [WIDTHS[kind] for kind in table.kinds], frozen="C2")


def _write_course(sheet: "Worksheet", rows: Sequence[Sequence[Cell]]) -> None:
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            if number == 1:
                put_heading(sheet.cell(1, column), str(value or ""))
            else:
                put_plain(sheet.cell(number, column), value)
    _shape(sheet, [WIDE] * max(map(len, rows), default=0), frozen="B2")


def _shape(sheet: "Worksheet", widths: Sequence[int], frozen: str) -> None:
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.properties import PageSetupProperties

    for column, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = frozen
    sheet.auto_filter.ref = sheet.dimensions
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
