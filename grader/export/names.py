"""File names for students' labels, safe on Windows, macOS and Linux."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain, count

BYTES_LIMIT = 80  # bytes of the readable part; leaves room for suffixes and deep folders
HARMLESS = "-_.()+@ "  # allowed besides letters and digits
RESERVED = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE
)
"""Device names of Windows, with or without an extension."""


def file_stems(students: Iterable[str]) -> Mapping[str, str]:
    """Choose every student's file names; a stem is the label itself wherever that is possible.

    A changed stem ends in a hash of the label. So does a stem that a file system might confuse with
    another of the class (`s1` and `S1`), except the first of them.
    """
    readable = {student: _readable(student) for student in students}
    stems: dict[str, str] = {}
    taken: set[str] = set()
    for student in sorted(readable, key=lambda student: (readable[student] != student, student)):
        plain = () if readable[student] != student else ("",)
        suffixes = chain(plain, _suffixes(student))
        stem = next(
            stem for suffix in suffixes if _same(stem := readable[student] + suffix) not in taken
        )
        stems[student] = stem
        taken.add(_same(stem))
    return stems


def _suffixes(student: str) -> Iterator[str]:
    """Yield endless suffixes, so that every label gets a free name."""
    digest = sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
    yield f"-{digest[:8]}"
    yield from (f"-{digest}-{number}" for number in count(1))


def _same(stem: str) -> str:
    """Fold a name as a file system that ignores case and width does."""
    return unicodedata.normalize("NFKC", stem).casefold()


def _readable(student: str) -> str:
    """Return as much of the label as every file system accepts."""
    text = unicodedata.normalize("NFC", student)
    text = "".join(letter if letter.isalnum() or letter in HARMLESS else "_" for letter in text)
    text = text.encode()[:BYTES_LIMIT].decode(errors="ignore").strip(" ").rstrip(". ")
    if not text or not (text[0].isalnum() or text[0] == "_") or RESERVED.fullmatch(text):
        text = f"_{text}"
    return text
