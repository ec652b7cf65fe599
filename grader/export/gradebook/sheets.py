"""The LMS's own text file, opened to be filled: encoding, delimiter, line ends and quotes kept."""

from collections.abc import Callable
from dataclasses import dataclass

from grader.export.gradebook.lines import Line, put_together, take_apart
from grader.export.gradebook.written import Into
from grader.model.errors import IntakeError
from grader.tables import decode_table, is_workbook
from grader.wording import visible

DELIMITERS = ",;\t"
BACKSLASH = "\\"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A text table with everything that is needed to write it again."""

    name: str
    encoding: str
    delimiter: str
    lines: list[Line]

    @property
    def header(self) -> list[str]:
        """What the columns are called."""
        return self.lines[0].cells if self.lines else []

    def rows(self) -> list[tuple[int, Line]]:
        """Lists the rows below the header that hold anything, with their numbers from 1."""
        return [
            (number, line) for number, line in enumerate(self.lines[1:], start=2) if any(line.cells)
        ]

    def put(self, line: Line, column: int, text: str) -> None:
        """Changes one cell."""
        line.put(column, text, self.delimiter)

    def content(self, errors: str = "strict") -> bytes:
        """Gives the file's bytes. Raises IntakeError for text that its encoding does not know."""
        try:
            return put_together(self.lines, self.delimiter).encode(self.encoding, errors)
        except UnicodeEncodeError as error:
            raise IntakeError(
                "{path}: is in {encoding}, which cannot hold {what}; download it as UTF-8",
                path=visible(self.name),
                encoding=self.encoding,
                what=visible(error.object[error.start : error.end]),
            ) from error


def open_sheet(into: Into, *, php: bool = False) -> Sheet:
    """Opens a CSV file, as PHP or as RFC 4180 reads it; every row has as many cells as the header.

    Raises IntakeError, with the row, for a file that no reader could split so.
    """
    if is_workbook(into.content, into.name):
        raise IntakeError(
            "{path}: is a workbook, and the LMS takes a CSV file; give it as it was downloaded",
            path=visible(into.name),
        )
    found = decode_table(into.content, into.name)
    delimiter = likeliest(found.text)
    readings = [
        take_apart(found.text, delimiter, BACKSLASH if one else "") for one in (php, not php)
    ]
    whole = [lines for lines in readings if _odd_row(lines) is None]
    if not whole:
        row = _odd_row(readings[0])
        raise IntakeError(
            "{path}: row {row} has not as many cells as the first row; download the file again",
            path=visible(into.name),
            row=row,
        )
    return Sheet(name=into.name, encoding=found.encoding, delimiter=delimiter, lines=whole[0])


def likeliest(text: str) -> str:
    """Picks the delimiter that stands most often in the first row."""
    first = text.lstrip("\r\n").splitlines()[:1]
    return max(DELIMITERS, key=lambda one: first[0].count(one) if first else 0)


def column_of(sheet: Sheet, fits: Callable[[str], bool]) -> int | None:
    """Finds the first column whose heading fits."""
    return next((at for at, text in enumerate(sheet.header) if fits(text)), None)


def _odd_row(lines: list[Line]) -> int | None:
    """Finds the first row that is not as long as the header; None when all are. Blank rows pass."""
    width = len(lines[0].raw) if lines else 0
    for number, line in enumerate(lines, start=1):
        if not line.closed or (len(line.raw) != width and not line.blank):
            return number
    return None if width > 1 else 1
