"""Format comments and numbers so that an LMS imports them unchanged.

Moodle stores a comment as HTML, reads CSV with backslash as escape character, and puts an
apostrophe before `= + - @`. One line of escaped HTML survives all three.
"""

import html
import re
from collections.abc import Iterable

from grader.export.cells import number
from grader.export.gradebook.saying import plain_lines

MIN_DIGITS = 2  # decimals; an LMS that shows fewer cannot tell 3.5 from 4
TOLERANCE = 1e-9
NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
BLANK = re.compile(r"</?(p|br|div|span) ?/?>|&nbsp;", re.IGNORECASE)
BREAK = re.compile(r"<br ?/?>\n?")
COMMA = re.compile(r"[0-9]{1,9},[0-9]{1,9}")


def as_html(text: str) -> str:
    """Return a comment as one line of HTML; "" for a blank one.

    Quotes are escaped, too: PHP would take a backslash before one as part of the cell.
    """
    if not text.strip():
        return ""
    return f"<p>{'<br>'.join(map(_escaped, plain_lines(text)))}</p>"


def same_html(cell: str, other: str) -> bool:
    """Return whether two comments read the same: Moodle rewrites breaks and entities."""
    return _read(cell) == _read(other)


def says_nothing(text: str) -> bool:
    """Return whether a comment in an LMS is blank, apart from tags."""
    return _read(BLANK.sub("", text)) in ("", "-")


def points_text(points: float, *, comma: bool = False) -> str:
    """Format points in ASCII as short as possible; `comma` is for files with a decimal comma."""
    text = number(points)
    return text.replace(".", ",") if comma else text


def number_of(text: str) -> float | None:
    """Parse a number of the file; None for anything else."""
    plain = text.strip().replace(",", ".")
    return float(plain) if NUMBER.fullmatch(plain) else None


def says_points(cell: str, points: float | None) -> bool:
    """Return whether a cell shows these points, rounded to the digits that an LMS shows."""
    number = number_of(cell)
    if number is None or points is None:
        return False
    digits = len(cell.strip().replace(",", ".").partition(".")[2])
    width = 0.5 * 10**-digits if digits >= MIN_DIGITS else 0.0
    return abs(number - points) <= width + TOLERANCE


def has_comma(texts: Iterable[str]) -> bool:
    """Return whether numbers are written with a decimal comma."""
    return any(COMMA.fullmatch(text.strip()) for text in texts)


def _escaped(line: str) -> str:
    return html.escape(line, quote=False).replace('"', "&quot;")


def _read(text: str) -> str:
    return html.unescape(BREAK.sub("\n", text)).strip()
