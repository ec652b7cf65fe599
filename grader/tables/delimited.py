"""Parse text tables as Excel, LMSs and Japanese editors write them: commas, tabs, semicolons.

Python's csv splits them, not pandas.read_csv: rows may differ in length, PHP's quoting is tried,
and an unclosed quotation mark is reported with its line, before it swallows rows.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from grader.model.errors import IntakeError
from grader.tables.headings import TOP, weigh
from grader.tables.japanese import (
    Decoded,
    decode_iso2022,
    decode_japanese,
    japanese_score,
    printable,
)
from grader.tables.table import Table, table_of

MOST_ROWS = 100_000
MOST_CELLS = 5_000_000  # of the bounding rectangle: rows times the longest row's length

_DELIMITERS = (",", "\t", ";")  # an earlier one wins a tie
_MOST_CELL = 8_000_000  # characters in a cell: feedback with an embedded picture is long
_SEPARATOR = re.compile(r'"?sep=([,;\t])"?(?=\r\n|\r|\n)', re.IGNORECASE)

_MARKS = (  # longest first: UTF-32's mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f]")
_BLOT = "\N{REPLACEMENT CHARACTER}"
_MIN_VALID = 10  # valid characters per invalid one in UTF-8 with damaged bytes
_SURE = 0.3  # minimum score of Japanese text; only half-width katakana score less

_Rows = list[list[str]]


def read_delimited(raw: bytes, name: str) -> Table:
    """Read a delimited table. Raises IntakeError with the line that cannot be split."""
    decoded = decode_table(raw, name)
    text, separator = _without_separator(decoded.text.removeprefix("\ufeff"))
    if max(map(text.count, _DELIMITERS)) > MOST_CELLS:
        raise too_large(name)
    before = csv.field_size_limit(_MOST_CELL)
    try:
        delimiter = separator or max(_DELIMITERS, key=lambda sign: _likeliness(text, sign))
        rows = _split(text, delimiter, name)
    finally:
        csv.field_size_limit(before)
    widths = [len(row) for row in rows if row]
    cut_off = not text.endswith(("\n", "\r")) and widths[-1:] < [max(widths, default=0)]
    bounded(rows, name)
    table = table_of(rows, name, encoding=decoded.encoding, delimiter=delimiter)
    return replace(table, cut_off=cut_off)


def bounded(rows: _Rows, name: str) -> None:
    """Strip blank cells at the ends of rows. Raises IntakeError for implausibly large tables."""
    if len(rows) > MOST_ROWS:
        raise IntakeError(
            "{path}: has more than {most} rows, which is too many for a course table",
            path=printable(name),
            most=MOST_ROWS,
        )
    for row in rows:
        while row and not row[-1]:
            row.pop()
    if len(rows) * max(map(len, rows), default=0) > MOST_CELLS:
        raise too_large(name)


def decode_table(raw: bytes, name: str) -> Decoded:
    """Decode a text table. Raises IntakeError, with the line, for bytes that are not text."""
    decoded = _marked(raw, name) or _wide(raw) or _plain(raw, name)
    if "\0" in decoded.text:
        raise IntakeError("{path}: is not a table (CSV, TSV or .xlsx)", path=printable(name))
    if _BLOT in decoded.text:
        raise IntakeError(
            "{path}: line {line}: characters were lost when the file was saved; download it "
            "again and use it without saving it in Excel",
            path=printable(name),
            line=_line_of(decoded.text, _BLOT),
        )
    return decoded


def _marked(raw: bytes, name: str) -> Decoded | None:
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            try:
                return Decoded(text=raw.decode(encoding), encoding=encoding)
            except UnicodeDecodeError as error:
                raise _damaged(name, raw.count(b"\n", 0, error.start) + 1) from error
    return None


def _wide(raw: bytes) -> Decoded | None:
    """Decode UTF-16 without a mark; None for anything else.

    It is recognised by NUL bytes on one side of most pairs.
    """
    if b"\0" not in raw or len(raw) % 2:
        return None
    little = raw[1::2].count(0) >= raw[::2].count(0)
    encoding = "utf-16-le" if little else "utf-16-be"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(text) else Decoded(text=text, encoding=encoding)


def _plain(raw: bytes, name: str) -> Decoded:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        if (decoded := _japanese(raw)) is None:
            raise _damaged(name, line) from error
        return decoded
    return decode_iso2022(raw) or Decoded(text=text, encoding="utf-8")


def _japanese(raw: bytes) -> Decoded | None:
    """Decode CP932 or EUC-JP; None if it is UTF-8 with a few damaged bytes."""
    lenient = raw.decode("utf-8", "replace")
    good = sum(not c.isascii() for c in lenient) - lenient.count(_BLOT)
    decoded = decode_japanese(raw)
    if decoded is None or japanese_score(decoded.text) >= _SURE:
        return decoded
    return None if good > _MIN_VALID * lenient.count(_BLOT) else decoded


def _damaged(name: str, line: int) -> IntakeError:
    return IntakeError(
        "{path}: line {line}: cannot be read as UTF-8, CP932, EUC-JP or UTF-16; save the "
        "table as CSV UTF-8 or .xlsx",
        path=printable(name),
        line=line,
    )


def too_large(name: str) -> IntakeError:
    """Return the error for a table that is too large; the caller raises it."""
    return IntakeError("{path}: is too large for a course table", path=printable(name))


def _line_of(text: str, character: str) -> int:
    before = text[: text.index(character)]
    return before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


def _without_separator(text: str) -> tuple[str, str]:
    """Remove the line `sep=;` that some programs write for Excel; return the separator as well."""
    line = _SEPARATOR.match(text)
    return (text[line.end() :], line[1]) if line else (text, "")


def _likeliness(text: str, delimiter: str) -> tuple[int, int]:
    """Return (score of the best heading row, median number of columns) for a delimiter."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows = list(islice(reader, TOP))
    except csv.Error:
        return (0, 0)
    widths = sorted(len(row) for row in rows if any(row))
    return max(map(weigh, rows), default=0), widths[len(widths) // 2] if widths else 0


def _split(text: str, delimiter: str, name: str) -> _Rows:
    r"""Split strictly, then as PHP writes (`\"` inside quotes), then leniently."""
    for escape in (None, "\\"):
        reader = csv.reader(
            io.StringIO(text, newline=""), delimiter=delimiter, strict=True, escapechar=escape
        )
        try:
            return list(islice(reader, MOST_ROWS + 1))
        except csv.Error:
            continue
    return list(_leniently(text, delimiter, name))


def _leniently(text: str, delimiter: str, name: str) -> Iterator[list[str]]:
    """Yield rows as spreadsheets split them; raise IntakeError for a cell with a line break.

    Such a cell is an unclosed quote, which would swallow rows.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for row in islice(reader, MOST_ROWS + 1):
            if any("\n" in cell or "\r" in cell for cell in row):
                raise IntakeError(
                    "{path}: line {line}: a quotation mark is not closed",
                    path=printable(name),
                    line=line,
                )
            yield row
            line = reader.line_num + 1
    except csv.Error as error:
        raise IntakeError(
            "{path}: line {line}: cannot be split into cells", path=printable(name), line=line
        ) from error
