"""The first bytes name a file when nobody was left to look further."""

import pytest

from grader.model.document import FileKind
from grader.sandbox.documents_kind import seeming_kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", FileKind.EMPTY),
        (b"%PDF-1.7\n", FileKind.PDF),
        (b"junk before it\n%PDF-1.4", FileKind.PDF),
        (b"PK\x03\x04" + bytes(26) + b"word/document.xml", FileKind.DOCX),
        (b"PK\x03\x04" + bytes(100_000) + b"word/document.xml", FileKind.DOCX),
        (b"PK\x03\x04" + bytes(26) + b"mimetype", FileKind.ARCHIVE),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(8), FileKind.DOC),
        (b"{\\rtf1", FileKind.RTF),
        (b"\x89PNG\r\n\x1a\n", FileKind.PICTURE),
        (b"\n<!DOCTYPE  html>", FileKind.HTML),
        (b"<HTML>", FileKind.HTML),
        (b"plain words", FileKind.UNKNOWN),
        (bytes(5_000), FileKind.UNKNOWN),
        (bytes(5_000) + b"%PDF-1.4", FileKind.UNKNOWN),
    ],
)
def test_magic_bytes(data: bytes, kind: FileKind) -> None:
    """A kind by its magic, nothing by more than that."""
    assert seeming_kind(data) is kind
