"""Recognise the real format of a supposed program by its first bytes; nothing is unpacked."""

import re

# None of these can begin a program.
_NEVER_TEXT = (
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "an RTF document"),
    (b"\x89PNG\r\n", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    # old format, or password-protected
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of Word or Excel"),
    (b"\x7fELF", "a compiled program"),
    (b"\xcf\xfa\xed\xfe", "a compiled program"),
    (b"\x00\x05\x16\x07", "what macOS keeps beside a file, not the file itself"),
)
# These can begin a program, unless a NUL is near.
_BESIDE_NUL = (
    (b"GIF8", "a picture"),
    (b"BM", "a picture"),
    (b"RIFF", "a picture"),
    (b"MZ", "a compiled program"),
    (b"bplist00", "a file of macOS"),
)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_PARTS = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint file"),
)
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_COMPILED = re.compile(rb".[\r\x0b-\x0e]\r\n", re.DOTALL)  # magic number of a .pyc file
_HEAD = 16  # bytes that hold a format's signature
_FEW = 4  # NUL characters tolerated as accidental
_LOOKED_AT = 65_536  # bytes at each end


def kind_of(raw: bytes) -> str:
    """Return the English name as in `[messages]` of ja.toml; "" if it may be a program."""
    if raw.startswith(_ZIP):
        ends = raw[:_LOOKED_AT] + raw[-_LOOKED_AT:]
        return next((kind for part, kind in _PARTS if part in ends), "a zip archive")
    if _HTML.match(raw[:_LOOKED_AT]):
        return "a web page"
    table = (*_NEVER_TEXT, *_BESIDE_NUL) if b"\0" in raw[:_HEAD] else _NEVER_TEXT
    kind = next((kind for magic, kind in table if raw.startswith(magic)), "")
    return kind or (_kind_by_nul(raw) if b"\0" in raw else "")


def _kind_by_nul(raw: bytes) -> str:
    """Return the kind of a file with NUL characters, which no program has."""
    if _COMPILED.match(raw):
        return "a compiled program"
    if len(raw) >= _HEAD and not raw.strip(b"\0"):
        return "nothing but NUL characters; it was damaged when it was saved or sent"
    return "text in UTF-16" if _is_wide(raw) else ""


def _is_wide(raw: bytes) -> bool:
    """Return whether bytes are UTF-16 without BOM: every other byte of ASCII letters is NUL."""
    even, odd = raw[:_LOOKED_AT:2], raw[1:_LOOKED_AT:2]
    few, many = sorted((even.count(0), odd.count(0)))
    return few == 0 and many > max(_FEW, len(even) // 2)
