"""Open an LMS's own file so that single cells can be changed and all others stay unchanged.

A text keeps its encoding, delimiter, line ends and quotes; a workbook its formulas, links, formats
and other sheets. Rows count from 1, as in a spreadsheet, and columns from 0.
"""

import io
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from grader.export.gradebook import Into
from grader.export.stable_zip import PROPERTIES, zip_of
from grader.lms.csv_text import BACKSLASH, CsvRow, put_together, take_apart
from grader.lms.saying import points_text
from grader.model.errors import IntakeError
from grader.tables import check_workbook, decode_table, is_workbook
from grader.wording import visible

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

DELIMITERS = ",;\t"


class Sheet(Protocol):
    """The interface through which any file is filled."""

    def heading(self, column: int) -> str:
        """Return the heading of a column."""

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell; "" if it is empty."""

    def shown(self, value: float | str) -> str:
        """Format a value as in this file."""

    def put(self, row: int, column: int, value: float | str) -> None:
        """Change one cell."""


class TextSheet(Struct, kw_only=True):
    """A CSV file. `comma`: its numbers have a decimal comma."""

    name: str
    encoding: str
    delimiter: str
    lines: list[CsvRow]
    comma: bool = False

    @property
    def headings(self) -> list[str]:
        """The headings of all columns."""
        return self.lines[0].cells if self.lines else []

    def rows(self) -> list[int]:
        """Return the numbers of the rows below the headings that are not empty."""
        return [row for row, line in enumerate(self.lines[1:], start=2) if any(line.cells)]

    def column(self, column: int) -> list[str]:
        """Return the cells below a heading, row by row."""
        return [self.cell(row, column) for row in self.rows()]

    def heading(self, column: int) -> str:
        """Return the heading of a column."""
        return self.headings[column]

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell, with its blanks."""
        return self.lines[row - 1].cells[column]

    def shown(self, value: float | str) -> str:
        """Format a value as in this file."""
        return value if isinstance(value, str) else points_text(value, comma=self.comma)

    def put(self, row: int, column: int, value: float | str) -> None:
        """Change one cell."""
        self.lines[row - 1].put(column, self.shown(value), self.delimiter)

    def content(self, lines: Iterable[CsvRow] | None = None, *, errors: str = "strict") -> bytes:
        """Return the bytes of `lines`, or of all lines.

        Raises IntakeError for characters outside the file's encoding, unless `errors` handles them.
        """
        text = put_together(self.lines if lines is None else lines, self.delimiter)
        try:
            return text.encode(self.encoding, errors)
        except UnicodeEncodeError as error:
            raise IntakeError(
                "{path}: is encoded as {encoding}, which cannot contain {what}; download it as "
                "UTF-8",
                path=visible(self.name),
                encoding=self.encoding,
                what=visible(error.object[error.start : error.end]),
            ) from error


def open_text(into: Into, *, php: bool = False) -> TextSheet:
    """Open a CSV file, as PHP or as RFC 4180 reads it; all rows have as many cells as the first.

    Raises IntakeError, with the row, if no reading splits the file so.
    """
    if is_workbook(into.content, into.name):
        raise IntakeError(
            "{path}: is an Excel workbook, but the LMS accepts CSV; use the file as it was "
            "downloaded",
            path=visible(into.name),
        )
    decoded = decode_table(into.content, into.name)
    first = decoded.text.lstrip("\r\n").splitlines()[:1]
    delimiter = max(DELIMITERS, key=lambda sign: first[0].count(sign) if first else 0)
    readings = [
        take_apart(decoded.text, delimiter, BACKSLASH if escaped else "")
        for escaped in (php, not php)
    ]
    # Quotes inside a text can hide rows from one reading that still splits evenly. Only PHP's
    # reading has this problem: RFC 4180 has no backslash.
    even = [lines for lines in readings if _odd_row(lines) is None]
    others = [readings[0], *(even if php else ())]
    beginnings = set[str]().union(*map(_beginnings, others))
    complete = next((lines for lines in even if beginnings <= _beginnings(lines)), None)
    if complete is None and len(even) == len(readings):
        pairs = enumerate(
            zip_longest(*([line.raw for line in lines] for lines in readings)), start=1
        )
        raise misread(into.name, next(row for row, (one, other) in pairs if one != other))
    if complete is None:
        raise ragged(into.name, _odd_row(readings[0]) or 1)
    return TextSheet(name=into.name, encoding=decoded.encoding, delimiter=delimiter, lines=complete)


def misread(name: str, row: int) -> IntakeError:
    """Return the error for a row that Moodle would misread."""
    return IntakeError(
        "{path}: row {row} contains a backslash that makes Moodle read this row and the "
        "next as one; remove it and export again",
        path=visible(name),
        row=row,
    )


def ragged(name: str, row: int) -> IntakeError:
    """Return the error for a row of another length; the caller raises it."""
    return IntakeError(
        "{path}: row {row} has a different number of cells than the first row; download "
        "the file again",
        path=visible(name),
        row=row,
    )


def _beginnings(lines: list[CsvRow]) -> set[str]:
    """Return the first cells of the rows that are as long as the header."""
    return {line.raw[0] for line in lines if len(line.raw) == len(lines[0].raw)}


def _odd_row(lines: list[CsvRow]) -> int | None:
    """Return the first row that is not as long as the header; None if all are. Blank rows pass."""
    width = len(lines[0].raw) if lines else 0
    for number, line in enumerate(lines, start=1):
        if not line.closed or (len(line.raw) != width and not line.blank):
            return number
    return None if width > 1 else 1


class BookSheet(Struct, kw_only=True):
    """One sheet of a workbook."""

    into: Into
    workbook: "Workbook"
    sheet: "Worksheet"
    headings_in: int  # row of the headings

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.sheet.max_row

    def heading(self, column: int) -> str:
        """Return the heading of a column."""
        return self.cell(self.headings_in, column)

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell."""
        return as_cell_text(self.sheet.cell(row, column + 1).value)

    def shown(self, value: float | str) -> str:
        """Format a value as text."""
        return value if isinstance(value, str) else points_text(value)

    def put(self, row: int, column: int, value: float | str) -> None:
        """Change one cell: points become numbers, and a text never becomes a formula."""
        cell: Any = self.sheet.cell(row, column + 1)
        if isinstance(value, str):
            cell.value = value
            cell.data_type = "s"
        else:
            cell.value = int(value) if value == int(value) else value

    def content(self) -> bytes:
        """Return the bytes of the changed workbook, with its original document properties."""
        made = io.BytesIO()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.workbook.save(made)
        with zipfile.ZipFile(made) as archive:
            members = {info.filename: archive.read(info) for info in archive.infolist()}
        with zipfile.ZipFile(io.BytesIO(self.into.content)) as before:
            if PROPERTIES in members and PROPERTIES in before.namelist():
                members[PROPERTIES] = before.read(PROPERTIES)
        return zip_of(members.items())


def open_workbook(into: Into) -> "Workbook":
    """Open an .xlsx with its formulas, links and formats, after checking its members.

    Raises IntakeError for an .xls, for one with a password, and for any other file.
    """
    import openpyxl

    name = visible(into.name)
    if not is_workbook(into.content, into.name):
        raise IntakeError(
            "{path}: is not an Excel workbook (.xlsx); use the file as it was downloaded",
            path=name,
        )
    try:
        check_workbook(into.content, into.name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions that openpyxl drops
            return openpyxl.load_workbook(io.BytesIO(into.content), rich_text=True)
    except IntakeError:
        raise
    except Exception as error:  # openpyxl raises anything on a damaged file
        raise IntakeError(
            "{path}: cannot be read as a workbook; download it again, or save it as .xlsx",
            path=name,
        ) from error


def as_cell_text(value: object) -> str:
    """Return a cell's value as text, also for an id that a spreadsheet turned into a number."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


class OneColumn(Struct, kw_only=True):
    """A table that stays unchanged: values go into a separate column, line by line."""

    first: int
    last: int
    lines: dict[int, str] = field(default_factory=dict)  # by row

    def heading(self, column: int) -> str:  # noqa: ARG002  it has only one
        """Return "": the column has no heading."""
        return ""

    def cell(self, row: int, column: int) -> str:  # noqa: ARG002  it has only one
        """Return the text put in a row."""
        return self.lines.get(row, "")

    def shown(self, value: float | str) -> str:
        """Format a value as text."""
        return value if isinstance(value, str) else points_text(value)

    def put(self, row: int, column: int, value: float | str) -> None:  # noqa: ARG002  likewise
        """Set the line of a row."""
        self.lines[row] = self.shown(value)

    def content(self) -> bytes:
        """Return one line per row, with LF and without a heading."""
        rows: Sequence[int] = range(self.first, self.last + 1)
        return "".join(self.lines.get(row, "") + "\n" for row in rows).encode()
