"""Read an untrusted workbook (.xlsx): check it first, then read what Excel shows.

openpyxl reads it, since pandas.read_excel drops number formats: an id 0012 stored as the number 12
and shown with four digits has to stay 0012. A merged cell has its text once. A formula has its last
computed value; without one it is blank, or its own text on request.
"""

import math
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import date, datetime, time
from io import BytesIO
from itertools import islice, repeat
from typing import Any

from grader.model.errors import IntakeError
from grader.tables.delimited import MOST_CELLS, MOST_ROWS, bounded, too_large
from grader.tables.japanese import printable
from grader.tables.table import Table, table_of

MOST_MEMBERS = 5_000
MOST_BYTES = 64 * 1024 * 1024  # uncompressed, all members together
MOST_COLUMNS = 500
MAX_WORKBOOK_CELLS = 1_000_000  # non-empty cells; openpyxl takes 20 microseconds for each

_MARKUP = (b"<!DOCTYPE", b"<!ENTITY")
_XML = (b"<", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")  # beginnings of XML, with byte-order marks
_HEAD = 64  # bytes
_OVERLAP = 16  # bytes of a block that are searched again with the next block
_BLOCK = 1024 * 1024
# A formula without a value; a formula whose value is an empty text has the type "str".
_NEVER_COMPUTED = re.compile(
    rb'<c (?![^>]*\bt="str")[^>]*>\s*<f\b[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>'
)
_GAP = 2_000  # blank rows; after so many, a column is merely formatted to its end

_TOKEN = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]|(General)|([0#?])|(.)', re.IGNORECASE)
_NOT_WHOLE = re.compile(r"[.%/eymdhs@,]", re.IGNORECASE)
_SCIENTIFIC = re.compile(r"[0#]E[+-]", re.IGNORECASE)
_AN_ID = 1000  # 24E3 read as a number; points are smaller
_DECIMALS = re.compile(r"[0#](?:,##)?0?\.(0+)$")
_ERRORS = frozenset({"#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"})


def read_sheets(raw: bytes, name: str, *, formulas: bool = False) -> tuple[Table, ...]:
    """Read every visible sheet, in order. Raises IntakeError."""
    try:
        check_workbook(raw, name)
        return tuple(_sheets(raw, name, formulas=formulas))
    except IntakeError:
        raise
    except Exception as error:
        # openpyxl raises anything on a damaged file, and the remedy is always the same
        raise IntakeError(
            "{path}: cannot be read as a workbook; open it in Excel or LibreOffice and save it"
            " again",
            path=printable(name),
        ) from error


def check_workbook(raw: bytes, name: str) -> None:
    """Check size and number of members, and reject entities in the XML, before parsing."""
    with zipfile.ZipFile(BytesIO(raw)) as opened:
        members = opened.infolist()
        size = sum(member.file_size for member in members)
        if len(members) > MOST_MEMBERS or size > MOST_BYTES:
            raise too_large(name)
        cells = 0
        for member in members:
            with opened.open(member) as stream:
                cells += _check_xml(stream, name)
            if cells > MAX_WORKBOOK_CELLS:
                raise too_large(name)


def _check_xml(stream: Any, name: str) -> int:
    """Return the number of cells with a value in a member of the archive; 0 if it is no XML.

    Raises IntakeError for XML with declarations, which Excel never writes, and for XML in UTF-16 or
    UTF-32.
    """
    block = stream.read(_BLOCK)
    if not block[:_HEAD].strip(b" \t\r\n\0").startswith(_XML):
        return 0
    cells = 0
    while block:
        cells += block.count(b"<v>") + block.count(b"<is>")
        if any(mark in block for mark in _MARKUP) or b"\0" in block:
            raise IntakeError(
                "{path}: was not opened because it contains XML that a workbook does not need",
                path=printable(name),
            )
        more = stream.read(_BLOCK)
        block = block[-_OVERLAP:] + more if more else b""
    return cells


def _sheets(raw: bytes, name: str, *, formulas: bool) -> Iterator[Table]:
    import openpyxl

    with warnings.catch_warnings(), ExitStack() as opened:
        warnings.simplefilter("ignore")  # about styles and extensions that openpyxl drops

        def load(*, data_only: bool) -> Any:
            book = openpyxl.load_workbook(
                BytesIO(raw), read_only=True, data_only=data_only, keep_links=False
            )
            opened.callback(book.close)
            return book

        values = load(data_only=True)
        texts = load(data_only=False) if formulas and _has_uncomputed(raw) else None
        for sheet in values.worksheets:
            if sheet.sheet_state == "visible":
                written = texts[sheet.title] if texts else None
                rows = _rows(sheet, written, name, errors=formulas)
                yield table_of(rows, name, sheet=sheet.title)


def _has_uncomputed(raw: bytes) -> bool:
    with zipfile.ZipFile(BytesIO(raw)) as opened:
        sheets = [sheet for sheet in opened.namelist() if sheet.startswith("xl/worksheets/")]
        return any(_NEVER_COMPUTED.search(opened.read(sheet)) for sheet in sheets)


def _cells(sheet: Any) -> Iterator[Sequence[Any]]:
    sheet.reset_dimensions()  # a file's own dimensions are often wrong
    rows: Iterator[Sequence[Any]] = sheet.iter_rows(max_col=MOST_COLUMNS)
    return islice(rows, MOST_ROWS + 1)


def _rows(sheet: Any, formulas: Any, name: str, *, errors: bool) -> list[list[str]]:
    written = repeat(()) if formulas is None else _cells(formulas)
    rows: list[list[str]] = []
    count = 0
    for cells, texts in zip(_cells(sheet), written, strict=False):
        row = [
            cell_text(cell.value, cell.number_format or "", errors=errors)
            if cell.value is not None
            else ""
            for cell in cells
        ]
        for at, cell in enumerate(texts):
            if cells[at].value is None and isinstance(cell.value, str):
                row[at] = cell.value
        rows.append(row)
        count += sum(map(bool, row))
        if count > MOST_CELLS:
            raise too_large(name)
        while row and not row[-1]:
            row.pop()
        if len(rows) > _GAP and not any(rows[-_GAP:]):
            break
    while rows and not rows[-1]:
        rows.pop()
    bounded(rows, name)
    return rows


def cell_text(value: object, number_format: str, *, errors: bool = False) -> str:
    """Format a value as Excel shows it: leading zeros are kept, ".0" never appears.

    Blanks and infinite numbers are "", and so are errors of formulas unless `errors` keeps them:
    in an imported table, a blank would change nothing, without a message.
    """
    match value:
        case None:
            text = ""
        case bool():
            text = "TRUE" if value else "FALSE"
        case int() | float():
            text = _number(value, number_format) if math.isfinite(value) else ""
        case datetime():
            midnight = value.time() == time() and "h" not in number_format.lower()
            text = value.strftime("%Y-%m-%d" if midnight else "%Y-%m-%d %H:%M:%S")
        case date() | time():
            text = value.isoformat()
        case _:
            text = str(value)
    return "" if text in _ERRORS and not errors else text


def _number(value: float, number_format: str) -> str:
    shown = number_format.split(";", maxsplit=1)[0]
    if _SCIENTIFIC.search(shown) and value >= _AN_ID:
        return f"{value:.14E}"
    if value == int(value) and abs(value) < 10**20:
        number = int(value)
        if number >= 0 and (digits := _digits(number, shown)) is not None:
            return digits
        if not (decimals := _DECIMALS.search(shown)):
            return str(number)
        return f"{value:.{len(decimals[1])}f}"
    return f"{value:.15g}"


def _digits(value: int, shown: str) -> str | None:
    """Format digits by `00000000`, `"s"0000` or `00-0000`; None for other formats."""
    tokens = list(_TOKEN.finditer(shown))
    literal = [token[1] or token[2] or token[5] or "" for token in tokens]
    places = [token[4] for token in tokens]
    if "0" not in places or any(_NOT_WHOLE.match(token[5] or "") for token in tokens):
        return None
    left = str(value).zfill(places.count("0"))
    out = []
    for at in range(len(places) - 1, -1, -1):
        if not places[at]:
            out.append(literal[at])
            continue
        more = any(places[:at])
        out.append(left[-1:] if more else left)
        left = left[:-1] if more else ""
    return "".join(reversed(out))
