"""Tells by their first bytes, and by their endings, what files are that may be archives."""

import re

from grader.intake.names import stem_and_suffix

COMPRESSED = frozenset({"gz", "bz2", "xz"})  # opened when a tar is inside

_ALWAYS = (  # archives whatever they are called
    (b"Rar!\x1a\x07", "rar"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
)
_NAMED = (  # formats of single files too: archives only by that name
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
# What a document of an office program, a package or a book has as its first files.
_DOCUMENT = frozenset({"[content_types].xml", "mimetype", "index/document.iwa"})


def is_zip(head: bytes) -> bool:
    """Says whether these are the first bytes of a zip with nothing before it."""
    return head.startswith(_ZIP_STARTS)


def is_first_part(head: bytes) -> bool:
    """Says whether these are the first bytes of an archive that was split."""
    return head.startswith(_SPLIT)


def named_zip(name: str) -> bool:
    """Says whether a name ends as a zip's."""
    return stem_and_suffix(name)[1] == ".zip"


def is_opened(name: str, head: bytes) -> bool:
    """Says whether a file is to be opened: a zip by its name, a tar by name and content."""
    if other_format(name, head) is None:
        return named_zip(name)
    return by_content(head) in {"tar", *COMPRESSED}


def other_format(name: str, head: bytes) -> str | None:
    """Names the archive format that is not opened here; None when it is none."""
    always = next((kind for magic, kind in _ALWAYS if head.startswith(magic)), None)
    if always or _LZH.match(head):
        return always or "lzh"
    ending = _ENDINGS.get(stem_and_suffix(name)[1])
    if ending is None and not named_zip(name):
        return None
    return by_content(head) or ending


def by_content(head: bytes) -> str | None:
    """Names the archive format that the first bytes tell, zip apart."""
    for magic, kind in (*_ALWAYS, *_NAMED):
        if head.startswith(magic):
            return kind
    if _LZH.match(head):
        return "lzh"
    return "tar" if head.startswith(b"ustar", _TAR_AT) else None


def is_page(head: bytes) -> bool:
    """Says whether it is a web page: what an LMS sends to who is no longer logged in."""
    return _PAGE.match(head) is not None


def is_part(name: str) -> bool:
    """Says whether a name is that of one part of a split archive."""
    return _PART.search(name.casefold()) is not None


def is_document(names: frozenset[str]) -> bool:
    """Says by the names in a zip whether it is a document, whatever it is called."""
    return not _DOCUMENT.isdisjoint(name.casefold() for name in names)
