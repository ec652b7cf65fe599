r"""Text tables taken apart so that every cell nobody touches stays byte for byte.

Two grammars: RFC 4180 (Canvas, spreadsheets), and PHP's fgetcsv (Moodle), in which a backslash
inside quotes takes away the meaning of the character behind it: `"C:\"` does not end there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

QUOTE = '"'
ASKS_QUOTES = '"\r\n\t \\'
"""What makes PHP quote a cell; the delimiter does, too."""


@dataclass(slots=True)
class Line:
    """One row as it stands there."""

    raw: list[str]  # the cells as written
    cells: list[str]  # what they say
    end: str = ""  # "\n", "\r\n", "\r" or nothing at the end of the file
    closed: bool = True  # no quote was left open

    @property
    def blank(self) -> bool:
        """Whether it is a line without any cell, as at the end of a file."""
        return len(self.cells) == 1 and not self.cells[0].strip()

    def put(self, column: int, text: str, delimiter: str) -> None:
        """Changes one cell; it is quoted when it was, or when it has to be."""
        was_quoted = self.raw[column].lstrip().startswith(QUOTE)
        self.raw[column] = quoted(text, delimiter, always=was_quoted and text != "")
        self.cells[column] = text


def quoted(text: str, delimiter: str, *, always: bool = False) -> str:
    """Writes a cell as both grammars read it, unless a backslash stands before a quote."""
    if always or any(one in text for one in ASKS_QUOTES + delimiter):
        return QUOTE + text.replace(QUOTE, QUOTE * 2) + QUOTE
    return text


def take_apart(text: str, delimiter: str, escape: str = "") -> list[Line]:
    """Splits a text into rows; `escape` is PHP's backslash or "". A blank row has one cell."""
    lines = []
    reader = _Reader(text=text, delimiter=delimiter, escape=escape)
    while reader.at < len(text):
        lines.append(reader.line())
    return lines


def put_together(lines: list[Line], delimiter: str) -> str:
    """Writes the rows again; what was not changed is what it was."""
    return "".join(delimiter.join(line.raw) + line.end for line in lines)


@dataclass(slots=True)
class _Reader:
    """Where we are in the text."""

    text: str
    delimiter: str
    escape: str
    at: int = 0

    def line(self) -> Line:
        line = Line(raw=[], cells=[])
        while True:
            start = self.at
            value = "".join(self._cell(line))
            line.raw.append(self.text[start : self.at])
            line.cells.append(value)
            if self._here() != self.delimiter:
                break
            self.at += 1
        line.end = self._end()
        return line

    def _here(self) -> str:
        return self.text[self.at : self.at + 1]

    def _end(self) -> str:
        end = "\r\n" if self.text.startswith("\r\n", self.at) else self._here()
        self.at += len(end)
        return end

    def _cell(self, line: Line) -> Iterator[str]:
        blanks = self.at
        while self._here() and self._here() in " \t" and self._here() != self.delimiter:
            self.at += 1
        if self._here() == QUOTE:
            self.at += 1
            yield from self._inside(line)
        else:
            self.at = blanks
        yield from self._plain()

    def _inside(self, line: Line) -> Iterator[str]:
        """Reads up to the closing quote."""
        while here := self._here():
            if here == self.escape:
                yield self.text[self.at : self.at + 2]
                self.at += 2
            elif here != QUOTE:
                yield here
                self.at += 1
            elif self.text.startswith(QUOTE * 2, self.at):
                yield QUOTE
                self.at += 2
            else:
                self.at += 1
                return
        line.closed = False

    def _plain(self) -> Iterator[str]:
        start = self.at
        while self._here() and self._here() not in (self.delimiter, "\r", "\n"):
            self.at += 1
        yield self.text[start : self.at]
