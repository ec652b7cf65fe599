"""Recognise the format of a table's bytes, read them, and advise on other formats."""

import zipfile
from io import BytesIO

from msgspec.structs import replace

from grader.model.errors import IntakeError
from grader.tables.delimited import read_delimited, too_large
from grader.tables.headings import TOP, find_header, weigh
from grader.tables.japanese import printable
from grader.tables.table import Table
from grader.tables.workbook import read_sheets

MOST_BYTES = 64 * 1024 * 1024

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_SAMPLE = 4_096  # bytes; enough to recognise a format
_MARKUP = (b"<html", b"<!doctype html", b"<table", b"<head", b"<meta", b"<style")
_SHEET_XML = (b"excel.sheet", b"urn:schemas-microsoft-com:office:spreadsheet")

_NO_TABLE = {
    "empty": "{path}: is empty; download or save it again",
    "damaged": "{path}: is damaged and cannot be opened; download it again",
    "locked": (
        "{path}: is protected by a password; open it in Excel and save it without the password"
    ),
    "word": "{path}: is a Word document; specify the table as .xlsx or CSV",
    "pdf": "{path}: is a PDF; specify the table as .xlsx or CSV",
    "archive": "{path}: is an archive, not a table; specify the table itself (.xlsx or CSV)",
    "web": (
        "{path}: has the extension of a table but contains a web page (HTML); open it in "
        "Excel or LibreOffice and save it as .xlsx or as CSV UTF-8"
    ),
    "2003": (
        "{path}: is in the Excel 2003 XML format; open it in Excel or LibreOffice and "
        "save it as .xlsx or as CSV UTF-8"
    ),
    "old": (
        "{path}: is an old Excel file (.xls); open it in Excel or LibreOffice and save it as"
        " .xlsx or as CSV UTF-8"
    ),
    "open_document": (
        "{path}: is an OpenDocument file; open it in Excel or LibreOffice and save it as"
        " .xlsx or as CSV UTF-8"
    ),
    "binary": (
        "{path}: is a binary Excel file (.xlsb); open it in Excel or LibreOffice and save it as"
        " .xlsx or as CSV UTF-8"
    ),
}


def read_table(raw: bytes, name: str) -> Table:
    """Read CSV, TSV or .xlsx; from a workbook the visible sheet most like a list of people.

    Raises IntakeError with the file, its format, and what to do.
    """
    tables = read_tables(raw, name)
    best = max(tables, key=_likeliness, default=None)
    if best is None or not best.rows:
        raise _refused(name, "empty")
    others = (table.sheet for table in tables if table is not best and find_header(table.rows))
    return replace(best, others=tuple(others))


def read_tables(raw: bytes, name: str, *, formulas: bool = False) -> tuple[Table, ...]:
    """Read every visible sheet of a workbook; anything else is one table, as in `read_table`.

    `formulas`: formulas without a computed value are read as written, else as blanks.
    """
    if is_workbook(raw, name):
        return read_sheets(raw, name, formulas=formulas)
    return (read_delimited(raw, name),)


def is_workbook(raw: bytes, name: str) -> bool:
    """Return whether a file is an .xlsx; else it is text. Raises IntakeError for other files."""
    if not raw.strip(b" \t\r\n\0\xef\xbb\xbf\xff\xfe"):  # a byte-order mark alone is empty, too
        raise _refused(name, "empty")
    if len(raw) > MOST_BYTES:
        raise too_large(name)
    head = raw[:_SAMPLE].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if raw.startswith(_OLE):
        raise _refused(name, _of_ole(raw))
    if raw.startswith(_ZIP):
        return _of_zip(raw, name)
    if head.startswith(_MARKUP) or (head.startswith(b"<?xml") and b"<html" in head):
        raise _refused(name, "web")
    if head.startswith(b"<?xml") and any(word in head for word in _SHEET_XML):
        raise _refused(name, "2003")
    if head.startswith(b"%pdf-"):
        raise _refused(name, "pdf")
    return False


def _of_ole(raw: bytes) -> str:
    if "EncryptedPackage".encode("utf-16-le") in raw:
        return "locked"
    return "word" if "WordDocument".encode("utf-16-le") in raw else "old"


def _of_zip(raw: bytes, name: str) -> bool:
    try:
        with zipfile.ZipFile(BytesIO(raw)) as opened:
            names = set(opened.namelist())
            kind = opened.read("mimetype")[:100] if "mimetype" in names else b""
    except Exception as error:
        # zipfile raises many kinds of errors for damaged files; all are caught
        raise _refused(name, "damaged") from error
    if "xl/workbook.xml" in names:
        return True
    if "word/document.xml" in names:
        raise _refused(name, "word")
    if b"opendocument" in kind:
        raise _refused(name, "open_document")
    raise _refused(name, "binary" if "xl/workbook.bin" in names else "archive")


def _likeliness(table: Table) -> tuple[int, int]:
    """Return (score of the headings, whether there are rows) for choosing a sheet."""
    rows = table.frame.head(TOP).itertuples(index=False, name=None)
    return max(map(weigh, rows), default=0), min(len(table.frame), 1)


def _refused(name: str, why: str) -> IntakeError:
    return IntakeError(_NO_TABLE[why], path=printable(name))
