r"""Text tables taken apart so that every cell nobody touches stays byte for byte.

Two grammars: RFC 4180 (Canvas, spreadsheets), and PHP's fgetcsv (Moodle), in which a backslash
inside quotes takes away the meaning of the character behind it: `"C:\"` does not end there.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from msgspec import Struct

QUOTE = '"'
BACKSLASH = "\\"
COMMA = ","
ASKS_QUOTES = '"\r\n\t \\'
"""What makes PHP quote a cell; the delimiter does, too."""


class CsvRow(Struct):
    """One row as it stands there."""

    raw: list[str]  # the cells as written
    cells: list[str]  # what they say
    end: str = ""  # "\n", "\r\n", "\r" or nothing at the end of the file
    closed: bool = True  # no quote was left open

    @property
    def blank(self) -> bool:
        """Whether nothing stands in it, not even quotes, as at the end of a file."""
        return len(self.raw) == 1 and not self.raw[0].strip()

    def put(self, column: int, text: str, delimiter: str) -> None:
        """Changes one cell; it is quoted when it was, or when it has to be."""
        was_quoted = self.raw[column].lstrip().startswith(QUOTE)
        self.raw[column] = quoted(text, delimiter, always=was_quoted and text != "")
        self.cells[column] = text


def quoted(text: str, delimiter: str, *, always: bool = False) -> str:
    """Writes a cell as both grammars read it, unless a backslash stands before a quote."""
    if always or any(sign in text for sign in ASKS_QUOTES + delimiter):
        return QUOTE + text.replace(QUOTE, QUOTE * 2) + QUOTE
    return text


def take_apart(text: str, delimiter: str, escape: str = "") -> list[CsvRow]:
    """Splits a text into rows; `escape` is PHP's backslash or "". A blank row has one cell."""
    pattern, lines, at = _cell(delimiter, escape), list[CsvRow](), 0
    while at < len(text):
        line = CsvRow(raw=[], cells=[])
        lines.append(line)
        cell = None
        while cell is None or cell["end"] == delimiter:
            cell = pattern.match(text, at)
            assert cell is not None  # it fits an empty text, too
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
    """Writes the rows again; what was not changed is what it was."""
    return "".join(delimiter.join(line.raw) + line.end for line in lines)


@cache
def _cell(delimiter: str, escape: str) -> re.Pattern[str]:
    """One cell and what ends it. Blanks before a quote, and text behind one, belong to the cell."""
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
    """Finds the first row (from 1) that Moodle would not read as it is meant; None = all are.

    It reads the upload, writes it to a file of its own, and reads that: a cell that ends in one
    backslash survives the first reading and swallows what follows it in the second. Every row has
    to keep its number of cells, and the columns `read` what they say.
    """
    once = [line.cells for line in take_apart(text, delimiter, BACKSLASH) if not line.blank]
    reread = "".join(COMMA.join(map(_put_by_php, cells)) + "\n" for cells in once)
    twice = [line.cells for line in take_apart(reread, COMMA, BACKSLASH)]
    rows = [(number, line.cells) for number, line in enumerate(meant, start=1) if not line.blank]
    for at, (number, cells) in enumerate(rows):
        there: Sequence[str] = twice[at] if at < len(twice) else ()
        if len(there) != len(cells) or any(there[column] != cells[column] for column in read):
            return number
    return rows[-1][0] if rows and len(twice) > len(rows) else None  # its rest is a row of its own


def _put_by_php(cell: str) -> str:
    """Writes a cell as PHP's fputcsv does: a quote behind a backslash is not doubled."""
    if not any(sign in cell for sign in ASKS_QUOTES + COMMA):
        return cell
    return QUOTE + re.sub(r'(?<!\\)"', QUOTE * 2, cell) + QUOTE
