"""Our own table of grades: as CSV for a spreadsheet, a program and `grader review`, and as .xlsx.

Columns, in this order (`grader.model.gradebook` has the headings of both languages):

- `id`, `name`;
- one for each criterion of the rubric, headed `内容 (/6)`: its points, blank while undecided;
- `total` (blank unless every criterion is decided), `max`, `state`;
- `late`: minutes after the deadline, rounded up, 0 = in time, blank = unknown;
- `kept`: percent of the points that lateness leaves, blank = unknown;
- `confirmed by`, `confirmed at`; `comment`: what a person wrote to the student;
- `report`: says if a report was required and none was submitted.

A blank is undecided, never 0. If only confirmed points are requested, the points and totals of all
other students are blank, but their state is written.
"""

import csv
import io
import math
import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from grader.export.cells import cell, guarded, number
from grader.export.gradebook.saying import as_text
from grader.export.gradebook.totals import (
    counts,
    left_open,
    most,
    total_of,
    unconfirmed,
    with_total,
)
from grader.export.gradebook.written import Cell, ExportOptions, Written
from grader.export.grades import BOM
from grader.export.stable_zip import without_dates
from grader.export.status import has_no_report
from grader.model.gradebook import (
    HEADERS,
    NO_REPORT,
    STATES,
    TIME_IN_WORDS,
    Column,
    Grade,
    Gradebook,
    State,
    criterion_header,
)

if TYPE_CHECKING:
    from openpyxl.styles import PatternFill
    from openpyxl.worksheet.worksheet import Worksheet

MINUTE = 60  # seconds
PLACES = 4  # decimals of points
BEFORE = (Column.ID, Column.NAME)
BEHIND = tuple(column for column in Column if column not in BEFORE)
TEXT, TIME, DAY, NUMBER = "@", "yyyy-mm-dd hh:mm", "yyyy-mm-dd", "General"
FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
MOST_TITLE = 31  # characters
WIDTHS = {
    Column.ID: 14,
    Column.NAME: 18,
    Column.TOTAL: 9,
    Column.MAX: 9,
    Column.STATE: 13,
    Column.LATE: 9,
    Column.KEPT: 9,
    Column.REPORT: 9,
    Column.CONFIRMED_BY: 14,
    Column.CONFIRMED_AT: 30,  # with the zone; Excel shows ### for a time that does not fit
    Column.COMMENT: 60,
}  # in characters
POINTS_WIDTH, SHEET_WIDTH = 13, 14
OPEN = "FFF2B3"  # yellow: undecided
HEADING = "E4E8EE"
COLOURS = {
    State.CONFIRMED: "D5EBD7",
    State.PROPOSED: "DCE6F5",
    State.OPEN: OPEN,
    State.NOT_GRADED: OPEN,
    State.NOT_SUBMITTED: "DDDDDD",
    State.UNKNOWN: OPEN,
}
"""Light enough for black text in a grey print; every state is also written as a word."""


def write_csv(book: Gradebook, options: ExportOptions) -> Written:
    """Write all students of the gradebook, in its order: UTF-8 with BOM, CRLF.

    A text that a spreadsheet would execute or change is preceded by an apostrophe
    (`grader.export.cells`); comments keep their line breaks, in quotes.
    """
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow(map(cell, _headings(book, options)))
    lines.writerows(
        [_csv_cell(value) for value in _values(grade, book, options)] for grade in book.grades
    )
    return _written((BOM + text.getvalue()).encode(), book, options)


def write_xlsx(book: Gradebook, options: ExportOptions) -> Written:
    """Write this assignment's sheet, one for each of `options.others`, and `options.sheets`.

    Ids are text, points are numbers, texts are never formulas. Undecided points are a blank cell on
    yellow; a state has a colour and a word, so that a grey print shows as much. The first sheet can
    be read back like the CSV. The same gradebook gives the same bytes.
    """
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    taken: set[str] = set()
    for gradebook in (book, *options.others):
        _write_assignment(
            workbook.create_sheet(sheet_title(gradebook.assignment.id, taken)), gradebook, options
        )
    for title, (headings, *rows) in options.sheets.items():
        sheet = workbook.create_sheet(sheet_title(title, taken))
        _write_headings(sheet, [str(value or "") for value in headings])
        for row, values in enumerate(rows, start=2):
            for column, value in enumerate(values, start=1):
                _put(sheet.cell(row, column), value)
        _shape(sheet, [SHEET_WIDTH] * max(map(len, (headings, *rows))), frozen="B2")
    made = io.BytesIO()
    workbook.save(made)
    return _written(without_dates(made.getvalue()), book, options)


def sheet_title(wanted: str, taken: set[str]) -> str:
    """Return a title that spreadsheets accept, and that no other sheet of the file has."""
    plain = FORBIDDEN.sub("_", wanted).strip(" '")[:MOST_TITLE] or "_"
    if plain.casefold() == "history":  # reserved by Excel
        plain = "_history"
    title, number_ = plain, 1
    while title.casefold() in taken:
        number_ += 1
        title = f"{plain[: MOST_TITLE - 5]} ({number_})"
    taken.add(title.casefold())
    return title


def _written(content: bytes, book: Gradebook, options: ExportOptions) -> Written:
    filled = tuple(grade.student for grade in with_total(book, options))
    return Written(
        content=content,
        filled=filled,
        left=left_open(book, options),
        notices=unconfirmed(book, filled),
    )


def _headings(book: Gradebook, options: ExportOptions) -> list[str]:
    words, rubric = HEADERS[options.lang], book.assignment.rubric
    return [
        *(words[column] for column in BEFORE),
        *(criterion_header(criterion, rubric, options.lang) for criterion in rubric),
        *(words[column] for column in BEHIND),
    ]


def _values(grade: Grade, book: Gradebook, options: ExportOptions) -> list[Cell]:
    sheet, shown = grade.sheet, counts(grade, options)
    points = {award.criterion: award.points for award in (sheet.awards if sheet and shown else ())}
    timed = grade.received is not None or grade.late_seconds > 0
    lateness = sheet.lateness if sheet is not None else None
    missing = sheet is not None and has_no_report(sheet.findings)
    zone = options.zone or book.assignment.due.tzinfo
    confirmed = grade.confirmed if grade.state is State.CONFIRMED else None
    behind: dict[Column, Cell] = {
        Column.TOTAL: _rounded(total_of(grade, options)),
        Column.MAX: _rounded(most(book)),
        Column.STATE: STATES[options.lang][grade.state],
        Column.LATE: float(math.ceil(grade.late_seconds / MINUTE)) if timed else None,
        Column.KEPT: _rounded(lateness.kept_percent) if lateness is not None else None,
        Column.REPORT: NO_REPORT[options.lang] if missing else None,
        Column.CONFIRMED_BY: confirmed.by if confirmed else None,
        Column.CONFIRMED_AT: confirmed.at.astimezone(zone) if confirmed else None,
        Column.COMMENT: as_text(grade.comment) or None,
    }
    return [
        grade.student,
        grade.name or grade.who.name or None,
        *(_rounded(points.get(criterion.id)) for criterion in book.assignment.rubric),
        *(behind[column] for column in BEHIND),
    ]


def _rounded(points: float | None) -> float | None:
    return None if points is None else round(points, PLACES)


def _csv_cell(value: Cell) -> str:
    match value:
        case str():
            return guarded(as_text(value))
        case datetime():
            return cell(value.isoformat(timespec="seconds"))
        case date():
            return cell(value.isoformat())
        case _:
            return number(value)


def _write_assignment(sheet: "Worksheet", book: Gradebook, options: ExportOptions) -> None:
    _write_headings(sheet, _headings(book, options))
    columns = [*BEFORE, *(None for _ in book.assignment.rubric), *BEHIND]
    for row, grade in enumerate(book.grades, start=2):
        for at, (column, value) in enumerate(
            zip(columns, _values(grade, book, options), strict=True), start=1
        ):
            holder: Any = sheet.cell(row, at)
            _put(holder, value)
            if isinstance(value, datetime):
                holder.number_format = _with_zone(TIME_IN_WORDS[options.lang], value)
            if column in (*BEFORE, Column.COMMENT):
                holder.number_format = TEXT
            if column is Column.COMMENT:
                holder.alignment = _wrapped()
            if column is Column.STATE:
                holder.fill = _fill(COLOURS[grade.state])
            if column in (None, Column.TOTAL) and value is None:
                absent = grade.state is State.NOT_SUBMITTED
                holder.fill = _fill(COLOURS[State.NOT_SUBMITTED if absent else State.OPEN])
    widths = [POINTS_WIDTH if column is None else WIDTHS[column] for column in columns]
    _shape(sheet, widths, frozen="C2")


def _write_headings(sheet: "Worksheet", headings: Sequence[str]) -> None:
    from openpyxl.styles import Font

    for column, heading in enumerate(headings, start=1):
        holder: Any = sheet.cell(1, column)
        _put(holder, heading)
        holder.font = Font(bold=True)
        holder.fill = _fill(HEADING)
        holder.alignment = _wrapped()


def _put(holder: Any, value: Cell) -> None:
    """Write a value with its own type; a text stays a text, whatever it begins with."""
    match value:
        case None:
            return
        case str():
            holder.value = as_text(value)
            holder.data_type = "s"  # never "f", "e" or a number
            holder.number_format = TEXT
            if holder.value[:1] in "=+-@'":
                holder.quotePrefix = True  # stays a text when edited
        case datetime():
            holder.value = value.replace(tzinfo=None, microsecond=0)
            holder.number_format = _with_zone(TIME, value)
        case date():
            holder.value = value
            holder.number_format = DAY
        case _:
            holder.value = int(value) if float(value).is_integer() else float(value)
            holder.number_format = NUMBER


def _with_zone(form: str, time: datetime) -> str:
    """Append the time's zone to a number format, since a cell's value has none: "+09:00"."""
    zone = time.isoformat(timespec="seconds")[len("2025-04-17T23:59:00") :]
    return f'{form} "{zone}"' if zone else form


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


@cache
def _fill(colour: str) -> "PatternFill":
    from openpyxl.styles import PatternFill

    return PatternFill("solid", start_color=colour, end_color=colour)


@cache
def _wrapped() -> Any:
    from openpyxl.styles import Alignment

    return Alignment(wrap_text=True, vertical="top")
