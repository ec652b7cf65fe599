"""One cell of our workbook: what it holds, how it is shown, and that it is never a formula."""

from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from grader.export.gradebook.saying import as_text
from grader.export.gradebook.table import Kind, Value
from grader.export.gradebook.written import Cell
from grader.model.gradebook import State

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell as SheetCell
    from openpyxl.cell.cell import MergedCell
    from openpyxl.styles import PatternFill

    AnyCell = SheetCell | MergedCell

TEXT = "@"
POINTS = "General"
TIME = "yyyy-mm-dd hh:mm"
DAY = "yyyy-mm-dd"
OPEN = "FFF2B3"  # yellow: somebody has to decide
HEADING = "E4E8EE"
COLOURS = {
    State.CONFIRMED: "D5EBD7",
    State.PROPOSED: "DCE6F5",
    State.OPEN: OPEN,
    State.NOT_GRADED: OPEN,
    State.NOT_SUBMITTED: "DDDDDD",
    State.UNKNOWN: OPEN,
}
"""Light, so that black on it is read in a grey print; every state also says its word."""


def put(cell: "AnyCell", value: Value, kind: Kind, state: State) -> None:
    """Fills one cell of an assignment's sheet."""
    put_plain(cell, value)
    if kind is Kind.ID or kind is Kind.NAME:
        cell.number_format = TEXT
    if kind is Kind.COMMENT:
        cell.number_format = TEXT
        cell.alignment = _wrapped()
    if kind is Kind.STATE:
        cell.fill = _fill(COLOURS[state])
    undecided = kind in (Kind.POINTS, Kind.TOTAL) and value is None
    if undecided:
        cell.fill = _fill(
            COLOURS[State.NOT_SUBMITTED if state is State.NOT_SUBMITTED else State.OPEN]
        )


def put_plain(cell: "AnyCell", value: Cell | Value) -> None:
    """Fills a cell with a value of its own type; a text stays a text, whatever it begins with."""
    holder: Any = cell
    match value:
        case None:
            return
        case str():
            _put_text(holder, as_text(value))
        case datetime():
            holder.value = value.replace(tzinfo=None, microsecond=0)
            holder.number_format = _with_zone(value)
        case date():
            holder.value = value
            holder.number_format = DAY
        case _:
            number = float(value)
            holder.value = int(number) if number.is_integer() else number
            holder.number_format = POINTS


def put_heading(cell: "AnyCell", text: str) -> None:
    """Fills a cell of the first row."""
    from openpyxl.styles import Alignment, Font

    put_plain(cell, text)
    cell.font = Font(bold=True)
    cell.fill = _fill(HEADING)
    cell.alignment = Alignment(wrap_text=True, vertical="top")


def _with_zone(value: datetime) -> str:
    """Gives the format of a time that says its zone, which a cell's value cannot: "+09:00"."""
    zone = value.isoformat(timespec="seconds")[len("2025-04-17T23:59:00") :]
    return f'{TIME} "{zone}"' if zone else TIME


def _put_text(holder: Any, text: str) -> None:
    holder.value = text
    holder.data_type = "s"  # never "f", "e" or a number
    holder.number_format = TEXT
    if text[:1] in "=+-@'":
        holder.quotePrefix = True  # stays a text when somebody edits it


@cache
def _fill(colour: str) -> "PatternFill":
    from openpyxl.styles import PatternFill

    return PatternFill("solid", start_color=colour, end_color=colour)


@cache
def _wrapped() -> Any:
    from openpyxl.styles import Alignment

    return Alignment(wrap_text=True, vertical="top")
