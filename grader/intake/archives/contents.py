"""Lists what is in a zip, or a tar: its entries, their names as text, and where their bytes lie."""

import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from grader.intake.archives import formats
from grader.intake.archives.directory import read_directory
from grader.intake.archives.encodings import Read, decide, read_name, strictly
from grader.intake.archives.entries import UTF8, Entry, Unopenable, extras
from grader.intake.archives.inflating import HEAD
from grader.intake.archives.limits import ArchiveLimits
from grader.intake.archives.naming import refusal_of
from grader.intake.archives.ranges import Place, locate
from grader.intake.archives.rescuing import rescue
from grader.intake.archives.tars import list_tar
from grader.model.collection import Refusal

_UNICODE_PATH = 0x7075
_CHECKED_FROM = 5  # bytes: a version and a CRC


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What is in a zip. The three sequences belong together."""

    entries: Sequence[Entry]
    names: Sequence[Read]
    places: Sequence[Place]
    encoding: str
    left_out: int = 0  # entries beyond the limit
    trouble: str = ""  # why it may not be everything


def list_contents(file: BinaryIO, limits: ArchiveLimits) -> Contents:
    """Lists a zip. Raises Unopenable when it is none, or nothing of it can be read."""
    length = file.seek(0, os.SEEK_END)
    head = _head(file, length)
    if formats.by_content(head) == "tar":
        return _of_tar(file, limits)
    directory = read_directory(file, length, limits.entries)
    entries: tuple[Entry, ...] = directory.entries if directory else ()
    trouble = ""
    if directory is None and formats.is_first_part(head):
        raise Unopenable(Refusal.FORMAT, "split")
    if directory is None or directory.missing:
        entries, trouble = _rescued(file, length, entries, limits)
    if directory is None and not entries:
        raise Unopenable(*_what_it_is(head))
    start = directory.start if directory else length
    encoding, names = _names(entries)
    places = locate(file, length, entries, start)
    return Contents(
        entries=entries,
        names=names,
        places=[
            _with_inner_name(entry, place, encoding)
            for entry, place in zip(entries, places, strict=True)
        ],
        encoding=encoding,
        left_out=directory.left_out if directory else 0,
        trouble=trouble,
    )


def _head(file: BinaryIO, length: int) -> bytes:
    """Reads the first bytes; another format may hold a zip at its end and is none."""
    file.seek(0)
    head = file.read(HEAD)
    if not length:
        raise Unopenable(Refusal.DAMAGED, "empty file")
    other = formats.by_content(head)
    if other not in {None, "tar"}:
        raise Unopenable(Refusal.FORMAT, other or "")
    return head


def _of_tar(file: BinaryIO, limits: ArchiveLimits) -> Contents:
    listing = list_tar(file, limits.entries)
    if not listing.entries:
        raise Unopenable(Refusal.DAMAGED, "broken off")
    encoding, names = _names(listing.entries)
    return Contents(
        entries=listing.entries,
        names=names,
        places=listing.places,
        encoding=encoding,
        left_out=listing.left_out,
        trouble=listing.trouble,
    )


def _rescued(
    file: BinaryIO, length: int, listed: tuple[Entry, ...], limits: ArchiveLimits
) -> tuple[tuple[Entry, ...], str]:
    known = {entry.offset for entry in listed}
    found = rescue(file, length, limits.entries, limits.file_bytes)
    entries = (*listed, *(entry for entry in found if entry.offset not in known))
    return entries[: limits.entries], "the list of its files is missing or cut off"


def _what_it_is(head: bytes) -> tuple[Refusal, str]:
    if formats.is_page(head):
        return Refusal.FORMAT, "web page"
    return Refusal.DAMAGED, "broken off" if formats.is_zip(head) else "not a zip"


def _names(entries: Sequence[Entry]) -> tuple[str, Sequence[Read]]:
    """Reads all names: those that say their encoding, then the others, together."""
    told = [_told(entry) for entry in entries]
    silent = [entry.raw for entry, name in zip(entries, told, strict=True) if name is None]
    encoding = decide(silent)
    names = [
        read_name(entry.raw, encoding) if name is None else Read(text=name)
        for entry, name in zip(entries, told, strict=True)
    ]
    return encoding, names


def _told(entry: Entry) -> str | None:
    """Reads a name as the entry itself says; None when it does not, or not truly."""
    if entry.raw.isascii() and not entry.extra:
        return entry.raw.decode("ascii")
    if entry.flags & UTF8:
        return strictly(entry.raw, "utf-8")
    for number, field in extras(entry.extra):
        checked = int.from_bytes(field[1:_CHECKED_FROM], "little")
        if number == _UNICODE_PATH and checked == zlib.crc32(entry.raw):
            return strictly(field[_CHECKED_FROM:], "utf-8")
    return entry.raw.decode("ascii") if entry.raw.isascii() else None


def _with_inner_name(entry: Entry, place: Place, encoding: str) -> Place:
    """Refuses an entry whose local header has another name, one that leads outside."""
    if place.local_raw in {entry.raw, b""}:
        return place
    name = read_name(place.local_raw, encoding).text.replace("\\", "/")
    return Place(refusal=Refusal.OUTSIDE) if refusal_of(name) is Refusal.OUTSIDE else place
