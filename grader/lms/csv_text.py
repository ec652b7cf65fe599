r"""Split CSV text into cells so that untouched cells stay byte for byte.

Two grammars: RFC 4180 (Canvas, spreadsheets), and PHP's fgetcsv (Moodle), in which a backslash
inside quotes escapes the next character: `"C:\"` does not end there.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from msgspec import Struct

QUOTE = '"'
BACKSLASH = "\\"
COMMA = ","
ASKS_QUOTES = '"\r\n\t \\'
"""Characters for which PHP quotes a cell, besides the delimiter."""


class CsvRow(Struct):
    """One row as written in the file."""

    raw: list[str]  # cells as written
    cells: list[str]  # cells as read
    end: str = ""  # "\n", "\r\n", "\r", or "" at the end of the file
    closed: bool = True  # False if a quote was left open

    @property
    def blank(self) -> bool:
        """Whether the row is empty, without even quotes, as at the end of a file."""
        return len(self.raw) == 1 and not self.raw[0].strip()

    def put(self, column: int, text: str, delimiter: str) -> None:
        """Change one cell; it is quoted if it was quoted before or has to be."""
        was_quoted = self.raw[column].lstrip().startswith(QUOTE)
        self.raw[column] = quoted(text, delimiter, always=was_quoted and text != "")
        self.cells[column] = text


def quoted(text: str, delimiter: str, *, always: bool = False) -> str:
    """Quote a cell so that both grammars read it, except for a backslash before a quote."""
    if always or any(sign in text for sign in ASKS_QUOTES + delimiter):
        return QUOTE + text.replace(QUOTE, QUOTE * 2) + QUOTE
    return text


def take_apart(text: str, delimiter: str, escape: str = "") -> list[CsvRow]:
    """Split a text into rows; `escape` is PHP's backslash or "". A blank row has one cell."""
    pattern, lines, at = _cell(delimiter, escape), list[CsvRow](), 0
    while at < len(text):
        line = CsvRow(raw=[], cells=[])
        lines.append(line)
        cell = None
        while cell is None or cell["end"] == delimiter:
            cell = pattern.match(text, at)
            assert cell is not None  # the pattern also matches an empty text
            line.raw.append(cell["raw"])
            inside = cell["inside"]
            if inside is None:
                line.cells.append(cell["raw"])
            else:
                unquoted = re.sub(
                    r'(\\.)|""' if escape else '()""', _unfolded, inside, flags=re.DOTALL
                )
                line.cells.append(unquoted + cell["behind"])
                line.closed = line.closed and bool(cell["close"])
            at = cell.end()
        line.end = cell["end"]
    return lines


def put_together(lines: Iterable[CsvRow], delimiter: str) -> str:
    """Join the rows again; unchanged cells are written as they were."""
    return "".join(delimiter.join(line.raw) + line.end for line in lines)


@cache
def _cell(delimiter: str, escape: str) -> re.Pattern[str]:
    """Return the pattern of one cell and its end.

    Blanks before a quote, and text after a closing one, belong to the cell.
    """
    blanks = " \t".replace(delimiter, "")
    plain = rf"[^{delimiter}\r\n]*+"
    inside = r'(?:\\(?:.|\Z)|""|[^"\\])*+' if escape else r'(?:""|[^"])*+'
    quotes = rf'[{blanks}]*+"(?P<inside>{inside})(?P<close>"?)(?P<behind>{plain})'
    return re.compile(rf"(?P<raw>{quotes}|{plain})(?P<end>{delimiter}|\r\n|\r|\n|\Z)", re.DOTALL)


def _unfolded(match: re.Match[str]) -> str:
    return match[1] or QUOTE


def misread_row(
    text: str, delimiter: str, meant: Iterable[CsvRow], read: Collection[int]
) -> int | None:
    """Return the first row (from 1) that Moodle would misread; None if there is none.

    Moodle reads the upload, writes its own copy, and reads that. A cell that ends in one backslash
    survives the first reading and swallows what follows it in the second. Every row has to keep
    its number of cells, and the columns `read` their content.
    """
    once = [line.cells for line in take_apart(text, delimiter, BACKSLASH) if not line.blank]
    reread = "".join(COMMA.join(map(_put_by_php, cells)) + "\n" for cells in once)
    twice = [line.cells for line in take_apart(reread, COMMA, BACKSLASH)]
    rows = [(number, line.cells) for number, line in enumerate(meant, start=1) if not line.blank]
    for at, (number, cells) in enumerate(rows):
        there: Sequence[str] = twice[at] if at < len(twice) else ()
        if len(there) != len(cells) or any(there[column] != cells[column] for column in read):
            return number
    # its remainder became a row of its own
    return rows[-1][0] if rows and len(twice) > len(rows) else None


def _put_by_php(cell: str) -> str:
    """Quote a cell as PHP's fputcsv does: a quote after a backslash is not doubled."""
    if not any(sign in cell for sign in ASKS_QUOTES + COMMA):
        return cell
    return QUOTE + re.sub(r'(?<!\\)"', QUOTE * 2, cell) + QUOTE
