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

_AGAIN = "open it in Excel or LibreOffice and save it as .xlsx or as CSV UTF-8"


def is_workbook(raw: bytes, name: str) -> bool:
    """Says whether it is an .xlsx; else a text. Raises IntakeError for what is no table at all."""
    if not raw.strip(b" \t\r\n\0\xef\xbb\xbf\xff\xfe"):  # nor a mark alone
        raise _refused(name, "is empty; download or save it again")
    head = raw[:_SAMPLE].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if raw.startswith(_OLE):
        raise _refused(name, _of_ole(raw))
    if raw.startswith(_ZIP):
        return _of_zip(raw, name)
    if head.startswith(_MARKUP) or (head.startswith(b"<?xml") and b"<html" in head):
        raise _refused(name, f"is a web page called a table; {_AGAIN}")
    if head.startswith(b"<?xml") and any(word in head for word in _SHEET_XML):
        raise _refused(name, f"is a table of Excel 2003 (XML); {_AGAIN}")
    if head.startswith(b"%pdf-"):
        raise _refused(name, "is a PDF; give the table as .xlsx or CSV")
    return False


def _of_ole(raw: bytes) -> str:
    if "EncryptedPackage".encode("utf-16-le") in raw:
        return "is locked with a password; open it in Excel and save it without one"
    if "WordDocument".encode("utf-16-le") in raw:
        return "is a Word document; give the table as .xlsx or CSV"
    return f"is an old Excel file (.xls); {_AGAIN}"


def _of_zip(raw: bytes, name: str) -> bool:
    try:
        with zipfile.ZipFile(BytesIO(raw)) as opened:
            names = set(opened.namelist())
            kind = opened.read("mimetype")[:100] if "mimetype" in names else b""
    except Exception as error:
        # zipfile raises errors of many kinds for damaged files: none may pass
        raise _refused(name, "is damaged and cannot be opened; download it again") from error
    if "xl/workbook.xml" in names:
        return True
    if "word/document.xml" in names:
        raise _refused(name, "is a Word document; give the table as .xlsx or CSV")
    if b"opendocument" in kind:
        raise _refused(name, f"is an OpenDocument file; {_AGAIN}")
    if "xl/workbook.bin" in names:
        raise _refused(name, f"is a binary Excel file (.xlsb); {_AGAIN}")
    raise _refused(name, "is an archive and no table; give the table itself (.xlsx or CSV)")


def _refused(name: str, why: str) -> IntakeError:
    return IntakeError(f"{printable(name)}: {why}")
