"""What a file that should be a program really is, by its first bytes; nothing is unpacked."""

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
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of Word or Excel"),  # old, or with a password
    (b"\x7fELF", "a compiled program"),
    (b"\xcf\xfa\xed\xfe", "a compiled program"),
    (b"\x00\x05\x16\x07", "what macOS keeps beside a file, not the file itself"),
)
# These can, unless a NUL character is near.
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
_COMPILED = re.compile(rb".[\r\x0b-\x0e]\r\n", re.DOTALL)  # the magic number of a .pyc file
_HEAD = 16  # bytes in which numbers of a file's format stand
_FEW = 4  # NUL characters that may be there by chance
_LOOKED_AT = 65_536  # bytes of each end


def kind_of(raw: bytes) -> str:
    """Names it in English, as `[messages]` in ja.toml has it; "" for what may be a program."""
    if raw.startswith(_ZIP):
        ends = raw[:_LOOKED_AT] + raw[-_LOOKED_AT:]
        return next((kind for part, kind in _PARTS if part in ends), "a zip archive")
    if _HTML.match(raw[:_LOOKED_AT]):
        return "a web page"
    table = (*_NEVER_TEXT, *_BESIDE_NUL) if b"\0" in raw[:_HEAD] else _NEVER_TEXT
    kind = next((kind for magic, kind in table if raw.startswith(magic)), "")
    return kind or (_kind_by_nul(raw) if b"\0" in raw else "")


def _kind_by_nul(raw: bytes) -> str:
    """Names what has NUL characters, which no program has."""
    if _COMPILED.match(raw):
        return "a compiled program"
    if len(raw) >= _HEAD and not raw.strip(b"\0"):
        return "nothing but NUL characters; it was damaged when it was saved or sent"
    return "text in UTF-16" if _is_wide(raw) else ""


def _is_wide(raw: bytes) -> bool:
    """Whether it is UTF-16 without a mark: of ASCII letters, every other byte is NUL."""
    even, odd = raw[:_LOOKED_AT:2], raw[1:_LOOKED_AT:2]
    few, many = sorted((even.count(0), odd.count(0)))
    return few == 0 and many > max(_FEW, len(even) // 2)
