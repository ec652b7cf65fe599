"""Reads a workbook (.xlsx) that anybody may have made: checked first, then read as text."""

import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import Any

from grader.intake.names import printable
from grader.intake.tables.cell_text import cell_text
from grader.intake.tables.delimited import MOST_ROWS
from grader.intake.tables.header import ROWS, find_header, weigh
from grader.intake.tables.table import Table
from grader.model.errors import IntakeError

MOST_MEMBERS = 5_000
MOST_BYTES = 64 * 1024 * 1024  # inflated, all members together
MOST_COLUMNS = 500

_MARKUP = (b"<!DOCTYPE", b"<!ENTITY")
_XML = (b"<", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")  # as it begins, with marks of encodings
_HEAD = 64  # bytes
_KEPT = 16  # bytes of a block, so that nothing hides on the border
_BLOCK = 1024 * 1024
_GAP = 2_000  # blank rows; what is below is no list, but a column formatted to its end


def read_workbook(raw: bytes, name: str) -> Table:
    """Reads the visible sheet that looks most like a list of people. Raises IntakeError."""
    sheets = read_sheets(raw, name)
    best = max(sheets, key=_likeliness, default=None)
    if best is None or not best.rows:
        raise IntakeError("{path}: is empty; download or save it again", path=printable(name))
    others = (one.sheet for one in sheets if one is not best and find_header(one.rows))
    return replace(best, others=tuple(others))


def read_sheets(raw: bytes, name: str) -> tuple[Table, ...]:
    """Reads every visible sheet, in order. Raises IntakeError."""
    try:
        check_workbook(raw, name)
        return tuple(_sheets(raw, name))
    except IntakeError:
        raise
    except Exception as error:
        # openpyxl raises whatever a damaged file provokes; a person can do one thing only
        raise IntakeError(
            "{path}: cannot be read as a workbook; open it in Excel or LibreOffice and "
            "save it again",
            path=printable(name),
        ) from error


def check_workbook(raw: bytes, name: str) -> None:
    """Looks before anything is parsed: size and number of members, no entities in the XML."""
    with zipfile.ZipFile(BytesIO(raw)) as opened:
        members = opened.infolist()
        size = sum(member.file_size for member in members)
        if len(members) > MOST_MEMBERS or size > MOST_BYTES:
            raise IntakeError("{path}: is too large for a table of a course", path=printable(name))
        for member in members:
            with opened.open(member) as stream:
                _no_entities(stream, name)


def _no_entities(stream: Any, name: str) -> None:
    """Refuses XML that declares things, which Excel never writes, and XML in wide characters."""
    seen = stream.read(_BLOCK)
    if not seen[:_HEAD].strip(b" \t\r\n\0").startswith(_XML):
        return
    while seen:
        if any(mark in seen for mark in _MARKUP) or b"\0" in seen:
            raise IntakeError(
                "{path}: holds XML that no workbook needs; not opened", path=printable(name)
            )
        block = stream.read(_BLOCK)
        seen = seen[-_KEPT:] + block if block else b""


def _sheets(raw: bytes, name: str) -> Iterator[Table]:
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it grumbles about styles and extensions it leaves out
        book = openpyxl.load_workbook(
            BytesIO(raw), read_only=True, data_only=True, keep_links=False
        )
        try:
            for sheet in book.worksheets:
                if sheet.sheet_state == "visible":
                    yield Table(rows=_rows(sheet, name), sheet=sheet.title, name=name)
        finally:
            book.close()


def _rows(sheet: Any, name: str) -> tuple[tuple[str, ...], ...]:
    sheet.reset_dimensions()  # what a file says about its own size is often wrong
    rows = []
    for row in islice(sheet.iter_rows(max_col=MOST_COLUMNS), MOST_ROWS + 1):
        cells = [
            cell_text(cell.value, cell.number_format or "") if cell.value is not None else ""
            for cell in row
        ]
        while cells and not cells[-1]:
            cells.pop()
        rows.append(tuple(cells))
        if len(rows) > _GAP and not any(rows[-_GAP:]):
            break
    while rows and not rows[-1]:
        rows.pop()
    if len(rows) > MOST_ROWS:
        raise IntakeError(
            "{path}: has more than {most} rows; no table of a course has",
            path=printable(name),
            most=MOST_ROWS,
        )
    return tuple(rows)


def _likeliness(table: Table) -> tuple[int, int]:
    """Weighs the headings, then the rows; the first sheet wins a draw."""
    return max(map(weigh, table.rows[:ROWS]), default=0), min(len(table.rows), 1)
