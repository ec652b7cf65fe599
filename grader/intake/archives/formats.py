"""Recognise archive formats by their first bytes and by file name endings."""

import re

from grader.intake.names import stem_and_suffix

COMPRESSED = frozenset({"gz", "bz2", "xz"})  # opened if they contain a tar

_ALWAYS = (  # recognised whatever the file is called
    (b"Rar!\x1a\x07", "rar"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
)
_NAMED = (  # also compress single files: archives only with a matching name
    (b"\x1f\x8b", "gz"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
    (b"MSCF", "cab"),
)
_LZH = re.compile(rb"..-l[hz][0-9a-z]-", re.DOTALL)
_TAR_AT = 257
_ENDINGS = {
    **{f".{name}": name for name in ("rar", "7z", "lzh", "tar", "gz", "bz2", "xz", "zst", "cab")},
    ".lha": "lzh",
    ".tgz": "gz",
    ".tbz": "bz2",
    ".tbz2": "bz2",
    ".txz": "xz",
    ".tzst": "zst",
    ".zipx": "zipx",
    ".alz": "alz",
    ".egg": "alz",
    ".ace": "ace",
    ".arj": "arj",
}
_PART = re.compile(r"\.z\d\d|\.zip\.\d{3}|\.part\d+\.rar|\.7z\.\d{3}|\.0\d\d")
_ZIP_STARTS = (b"PK\3\4", b"PK\5\6", b"PK\7\x08", b"PK00PK")
_SPLIT = b"PK\7\x08PK\3\4"
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)",
    re.IGNORECASE | re.DOTALL,
)
# Names in the zip of an office document, a package or an e-book.
_DOCUMENT = frozenset({"[content_types].xml", "mimetype", "index/document.iwa"})


def is_zip(head: bytes) -> bool:
    """Return whether these are the first bytes of a zip (nothing precedes it)."""
    return head.startswith(_ZIP_STARTS)


def is_first_part(head: bytes) -> bool:
    """Return whether these are the first bytes of a split archive."""
    return head.startswith(_SPLIT)


def named_zip(name: str) -> bool:
    """Return whether a name ends in .zip."""
    return stem_and_suffix(name)[1] == ".zip"


def is_opened(name: str, head: bytes) -> bool:
    """Return whether a file is to be opened: a zip by name, a tar by name and content."""
    if other_format(name, head) is None:
        return named_zip(name)
    return by_content(head) in {"tar", *COMPRESSED}


def other_format(name: str, head: bytes) -> str | None:
    """Return the archive format if it is one that is not opened here, else None."""
    always = next((kind for magic, kind in _ALWAYS if head.startswith(magic)), None)
    if always or _LZH.match(head):
        return always or "lzh"
    ending = _ENDINGS.get(stem_and_suffix(name)[1])
    if ending is None and not named_zip(name):
        return None
    return by_content(head) or ending


def by_content(head: bytes) -> str | None:
    """Return the archive format by the first bytes, zip excepted."""
    for magic, kind in (*_ALWAYS, *_NAMED):
        if head.startswith(magic):
            return kind
    if _LZH.match(head):
        return "lzh"
    return "tar" if head.startswith(b"ustar", _TAR_AT) else None


def is_page(head: bytes) -> bool:
    """Return whether a file is a web page, as an LMS sends after a session expired."""
    return _PAGE.match(head) is not None


def is_part(name: str) -> bool:
    """Return whether a name is that of one part of a split archive."""
    return _PART.search(name.casefold()) is not None


def is_document(names: frozenset[str]) -> bool:
    """Return whether names in a zip are those of a document, whatever the file is called."""
    return not _DOCUMENT.isdisjoint(name.casefold() for name in names)
