"""Recognise the real format of a file by its content."""

import re
from typing import NamedTuple

from .zipped import DocumentRefused, Zipped, fold

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LOCK_SIZES = (162, 165)  # bytes of the lock files of Word and Excel
LOCK_OWNER = 54  # offset of the owner's name in UTF-16
LOCK_NAMES = ("~$", ".~lock.")
HEAD = 4_096  # first bytes that are checked
PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
BRANDS = (b"heic", b"heix", b"heif", b"mif1", b"msf1", b"avif")  # ISO media files that are pictures
ARCHIVES = (b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0")
HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|meta|div|table|p)[\s>]", re.IGNORECASE)
MHTML = re.compile(rb"(?ims)^mime-version:.*?^content-type:\s*multipart/related")
WORD_XML = re.compile(rb"progid=.Word\.Document|<(?:w:wordDocument|pkg:package)\b")
CUT = 4  # most bytes of a letter that is cut at the end of the checked part
ENCODINGS = ("utf-8", "cp932", "euc_jp", "iso2022_jp")


class Sniffed(NamedTuple):
    """The kind of a file, and what keeps it from being read."""

    kind: str
    trouble: str | None = None
    detail: str = ""


def sniff(name: str, data: bytes) -> Sniffed:
    """Recognise a file; its name counts only for lock files that Word leaves behind."""
    if not data.strip():
        return Sniffed("empty", "empty")
    if _is_lock(name, data):
        return Sniffed("lock-file")
    if data.startswith((b"PK\3\4", b"PK\5\6", b"PK00PK\3\4")):
        return _of_zip(data)
    if data.startswith(OLE):
        return _of_ole(data)
    return _of_text_or_picture(data)


def _is_lock(name: str, data: bytes) -> bool:
    """Return whether a file is a lock file: the owner's name in 54 bytes, then in UTF-16."""
    base = re.split(r"[/\\]", name)[-1]
    if base.startswith(LOCK_NAMES) and len(data) < HEAD and not data.startswith((b"PK", b"%PDF")):
        return True
    padded = len(data) in LOCK_SIZES and 0 < data[0] < LOCK_OWNER
    return padded and 0 < data[LOCK_OWNER] < LOCK_OWNER and data[LOCK_OWNER + 1] == 0


def _of_zip(data: bytes) -> Sniffed:
    try:
        zipped = Zipped(data)
    except DocumentRefused as refused:
        return Sniffed(_by_bytes(data), refused.trouble, refused.detail)
    names = set(zipped.names)
    try:
        if "[content_types].xml" in names:
            return Sniffed(_by_types(zipped.read("[content_types].xml", 4_000_000), names))
        if "mimetype" in names:
            return Sniffed(_by_mimetype(zipped.read("mimetype", 1_000)))
    except DocumentRefused as refused:
        return Sniffed(_by_names(names), refused.trouble, refused.detail)
    return Sniffed(_by_names(names))


def _by_types(types: bytes, names: set[str]) -> str:
    if b"ms-word.document.macroEnabled" in types or b"ms-word.template.macroEnabled" in types:
        return "docm"
    if b"wordprocessingml.document.main" in types or b"wordprocessingml.template.main" in types:
        return "docx"
    return _by_names(names)


def _by_mimetype(mimetype: bytes) -> str:
    if b"opendocument.text" in mimetype:
        return "odt"
    return "office" if b"opendocument" in mimetype else "archive"


def _by_names(names: set[str]) -> str:
    if "word/document.xml" in names:
        return "docx"
    if any(name.startswith(("xl/", "ppt/")) for name in names):
        return "office"
    if any(name.endswith(".iwa") or name == "index.zip" for name in names):
        slides = any(name.startswith("index/slide") for name in names)
        return "office" if slides else "pages"
    if "content.xml" in names and "meta-inf/manifest.xml" in names:
        return "odt"
    return "archive"


def _by_bytes(data: bytes) -> str:
    """Recognise a zip file whose end is missing, by the member names in its data."""
    if b"opendocument.text" in data[:HEAD]:
        return "odt"
    names = {fold(name.decode("latin-1")) for name in re.findall(rb"[\w/.\\-]{4,80}", data[:HEAD])}
    if b"word/" in data:
        return "docm" if b"word/vbaProject.bin" in data else "docx"
    if b"xl/" in data[: HEAD * 4] or b"ppt/" in data[: HEAD * 4]:
        return "office"
    if any(".iwa" in name for name in names):
        return "pages"
    return "docx" if b"[Content_Types].xml" in data[:HEAD] else "archive"


def _of_ole(data: bytes) -> Sniffed:
    """Recognise an OLE file by the UTF-16 names in its directory."""

    def has(name: str) -> bool:
        return name.encode("utf-16-le") in data

    if has("EncryptedPackage"):
        return Sniffed("docx", "encrypted", "OLE container with EncryptedPackage")
    if has("WordDocument"):
        return Sniffed("doc")
    if has("Workbook") or has("PowerPoint Document"):
        return Sniffed("office")
    if data[512:514] == b"\xec\xa5":  # a Word stream whose directory is cut off
        return Sniffed("doc", "damaged", "OLE: the directory is missing")
    return Sniffed("unknown")


def _of_text_or_picture(data: bytes) -> Sniffed:
    start = data[:HEAD]
    if b"%PDF-" in data[:1_024] and (b" obj" in data or data.startswith(b"%PDF-")):
        return Sniffed("pdf")
    if start.startswith(b"{\\rt"):
        return Sniffed("rtf")
    bitmap = start[:2] == b"BM" and start[6:10] == b"\0\0\0\0"
    if start.startswith(PICTURES) or bitmap or (start[:4] + start[8:12] == b"RIFFWEBP"):
        return Sniffed("picture")
    if start[4:8] == b"ftyp":
        return Sniffed("picture" if start[8:12] in BRANDS else "unknown")
    if start.startswith(ARCHIVES) or start[257:262] == b"ustar" or start[2:5] == b"-lh":
        return Sniffed("archive")
    return _of_text(data)


def _of_text(data: bytes) -> Sniffed:
    text = _decoded(data)
    if text is None:
        empty = not data.strip(b"\0")
        return Sniffed("unknown", "damaged" if empty else None, "only zero bytes" if empty else "")
    start = text[:HEAD].lstrip("\ufeff \t\r\n").encode("utf-8", "replace")
    if MHTML.search(start):
        return Sniffed("html")
    if WORD_XML.search(start):
        return Sniffed("doc")
    if start.startswith(b"<") and HTML.search(start):
        return Sniffed("html")
    return Sniffed("text")


def _decoded(data: bytes) -> str | None:
    """Decode the start of a text in UTF-16 or one of ENCODINGS; None if it is not text."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data[: HEAD * 8].decode("utf-16", "replace")
    for encoding in ENCODINGS:
        start = data[: HEAD * 8].decode(encoding, "ignore")
        lost = len(data[: HEAD * 8]) - len(start.encode(encoding, "ignore"))
        control = sum(letter < " " and letter not in "\t\n\r\f\x1b\x1a" for letter in start)
        if lost <= CUT and control == 0:
            return start
    return None
