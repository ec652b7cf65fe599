"""Splits the text of a table into cells: commas, tabs or semicolons, quoted or not."""

import csv
import io
import re
from itertools import islice

from grader.intake.names import printable
from grader.intake.tables.header import ROWS, weigh
from grader.intake.tables.table import Table
from grader.intake.tables.text import decode_table
from grader.model.errors import IntakeError

MOST_ROWS = 100_000

_DELIMITERS = (",", "\t", ";")  # an earlier one wins a draw
_MOST_CELL = 8_000_000  # characters: feedback with a picture in it is long

_TOLD = re.compile(r'"?sep=([,;\t])"?(?=\r\n|\r|\n)', re.IGNORECASE)

_Rows = tuple[tuple[str, ...], ...]


def read_delimited(raw: bytes, name: str) -> Table:
    """Reads CSV, TSV or ";"-CSV. Raises IntakeError with the line for what cannot be split."""
    found = decode_table(raw, name)
    text, told = _told(found.text.removeprefix("\ufeff"))
    before = csv.field_size_limit(_MOST_CELL)
    try:
        delimiter = told or max(_DELIMITERS, key=lambda one: _likeliness(text, one))
        rows = _split(text, delimiter, name)
    finally:
        csv.field_size_limit(before)
    if len(rows) > MOST_ROWS:
        raise IntakeError(
            "{path}: has more than {most} rows; no table of a course has",
            path=printable(name),
            most=MOST_ROWS,
        )
    return Table(rows=rows, encoding=found.encoding, delimiter=delimiter, name=name)


def _told(text: str) -> tuple[str, str]:
    """Blanks the line `sep=;` that some programs write for Excel."""
    found = _TOLD.match(text)
    return (text[found.end() :], found[1]) if found else (text, "")


def _likeliness(text: str, delimiter: str) -> tuple[int, int]:
    """Weighs the best heading row, then the columns of most rows, under this delimiter."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows = list(islice(reader, ROWS))
    except csv.Error:
        return (0, 0)
    widths = sorted(len(row) for row in rows if any(row))
    return max(map(weigh, rows), default=0), widths[len(widths) // 2] if widths else 0


def _split(text: str, delimiter: str, name: str) -> _Rows:
    r"""Splits by the rules, then as PHP writes (`\"` inside quotes), then leniently."""
    for escape in (None, "\\"):
        reader = csv.reader(
            io.StringIO(text, newline=""), delimiter=delimiter, strict=True, escapechar=escape
        )
        try:
            return tuple(map(tuple, islice(reader, MOST_ROWS + 1)))
        except csv.Error:
            continue
    return _leniently(text, delimiter, name)


def _leniently(text: str, delimiter: str, name: str) -> _Rows:
    """Splits as spreadsheets do, but never over lines: an open quote would swallow people."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[tuple[str, ...]] = []
    line = 1
    try:
        for row in islice(reader, MOST_ROWS + 1):
            if any("\n" in cell or "\r" in cell for cell in row):
                raise IntakeError(
                    "{path}: line {line}: a quotation mark is opened and never closed",
                    path=printable(name),
                    line=line,
                )
            rows.append(tuple(row))
            line = reader.line_num + 1
    except csv.Error as error:
        raise IntakeError(
            "{path}: line {line}: cannot be split into cells", path=printable(name), line=line
        ) from error
    return tuple(rows)
