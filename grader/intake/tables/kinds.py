"""Tells what the bytes of a table are, and says what to do with those that are none."""

import zipfile
from io import BytesIO

from grader.intake.names import printable
from grader.model.errors import IntakeError

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_SAMPLE = 4_096  # bytes; what a file is shows in the first
_MARKUP = (b"<html", b"<!doctype html", b"<table", b"<head", b"<meta", b"<style")
_SHEET_XML = (b"excel.sheet", b"urn:schemas-microsoft-com:office:spreadsheet")

_WEB = (
    "{path}: is a web page called a table; open it in Excel or LibreOffice and save it as .xlsx or"
    " as CSV UTF-8"
)
_EXCEL_2003 = (
    "{path}: is a table of Excel 2003 (XML); open it in Excel or LibreOffice and save it as .xlsx"
    " or as CSV UTF-8"
)
_OLD = (
    "{path}: is an old Excel file (.xls); open it in Excel or LibreOffice and save it as .xlsx or"
    " as CSV UTF-8"
)
_OPEN_DOCUMENT = (
    "{path}: is an OpenDocument file; open it in Excel or LibreOffice and save it as .xlsx or as"
    " CSV UTF-8"
)
_BINARY = (
    "{path}: is a binary Excel file (.xlsb); open it in Excel or LibreOffice and save it as .xlsx"
    " or as CSV UTF-8"
)
_WORD = "{path}: is a Word document; give the table as .xlsx or CSV"
_PDF = "{path}: is a PDF; give the table as .xlsx or CSV"
_LOCKED = "{path}: is locked with a password; open it in Excel and save it without one"
_ARCHIVE = "{path}: is an archive and no table; give the table itself (.xlsx or CSV)"
_DAMAGED = "{path}: is damaged and cannot be opened; download it again"
_EMPTY = "{path}: is empty; download or save it again"


def is_workbook(raw: bytes, name: str) -> bool:
    """Says whether it is an .xlsx; else a text. Raises IntakeError for what is no table at all."""
    if not raw.strip(b" \t\r\n\0\xef\xbb\xbf\xff\xfe"):  # nor a mark alone
        raise IntakeError(_EMPTY, path=printable(name))
    head = raw[:_SAMPLE].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if raw.startswith(_OLE):
        raise _of_ole(raw, name)
    if raw.startswith(_ZIP):
        return _of_zip(raw, name)
    if head.startswith(_MARKUP) or (head.startswith(b"<?xml") and b"<html" in head):
        raise IntakeError(_WEB, path=printable(name))
    if head.startswith(b"<?xml") and any(word in head for word in _SHEET_XML):
        raise IntakeError(_EXCEL_2003, path=printable(name))
    if head.startswith(b"%pdf-"):
        raise IntakeError(_PDF, path=printable(name))
    return False


def _of_ole(raw: bytes, name: str) -> IntakeError:
    if "EncryptedPackage".encode("utf-16-le") in raw:
        return IntakeError(_LOCKED, path=printable(name))
    if "WordDocument".encode("utf-16-le") in raw:
        return IntakeError(_WORD, path=printable(name))
    return IntakeError(_OLD, path=printable(name))


def _of_zip(raw: bytes, name: str) -> bool:
    try:
        with zipfile.ZipFile(BytesIO(raw)) as opened:
            names = set(opened.namelist())
            kind = opened.read("mimetype")[:100] if "mimetype" in names else b""
    except Exception as error:
        # zipfile raises errors of many kinds for damaged files: none may pass
        raise IntakeError(_DAMAGED, path=printable(name)) from error
    if "xl/workbook.xml" in names:
        return True
    if "word/document.xml" in names:
        raise IntakeError(_WORD, path=printable(name))
    if b"opendocument" in kind:
        raise IntakeError(_OPEN_DOCUMENT, path=printable(name))
    if "xl/workbook.bin" in names:
        raise IntakeError(_BINARY, path=printable(name))
    raise IntakeError(_ARCHIVE, path=printable(name))
