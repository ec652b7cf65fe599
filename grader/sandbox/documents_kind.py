"""What a file seems to be by its first bytes, for when nobody was left to look further."""

import re
from collections.abc import Sequence

from grader.model.document import FileKind

NEAR, HEAD = 1_024, 65_536  # bytes that are looked at
MAGIC: Sequence[tuple[bytes, FileKind]] = (
    (b"%PDF-", FileKind.PDF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind.DOC),  # or a Word file with a password
    (b"{\\rtf", FileKind.RTF),
    (b"\x89PNG\r\n", FileKind.PICTURE),
    (b"\xff\xd8\xff", FileKind.PICTURE),
    (b"GIF8", FileKind.PICTURE),
    (b"II*\x00", FileKind.PICTURE),
    (b"MM\x00*", FileKind.PICTURE),
    (b"7z\xbc\xaf", FileKind.ARCHIVE),
    (b"Rar!", FileKind.ARCHIVE),
)
ZIP = b"PK\x03\x04"
HTML = re.compile(rb"<(?:!doctype\s+html|html)\b", re.IGNORECASE)


def seeming_kind(data: bytes) -> FileKind:
    """Names the kind by magic bytes alone; nothing is unpacked."""
    if not data:
        return FileKind.EMPTY
    if data.startswith(ZIP):
        word = b"word/" in data[:HEAD] or b"word/" in data[-HEAD:]
        return FileKind.DOCX if word else FileKind.ARCHIVE
    for magic, kind in MAGIC:
        if data.startswith(magic):
            return kind
    near = data[:NEAR]
    if MAGIC[0][0] in near:
        return FileKind.PDF
    return FileKind.HTML if HTML.search(near) else FileKind.UNKNOWN
