"""Lists what is in a tar, so that it is unpacked by the same rules as a zip."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from grader.intake.archives.entries import UTF8, Entry
from grader.intake.archives.ranges import Place
from grader.model.collection import Refusal

_BLOCK = 512
_LONGEST_HEADER = 1 << 16  # bytes of an extended header; a path has at most a few thousand
_MODES = {
    b"0": stat.S_IFREG, b"\0": stat.S_IFREG, b"7": stat.S_IFREG, b"S": stat.S_IFREG,
    b"1": stat.S_IFLNK, b"2": stat.S_IFLNK,  # hard links lead elsewhere as well
    b"3": stat.S_IFCHR, b"4": stat.S_IFBLK, b"6": stat.S_IFIFO,
    b"5": stat.S_IFDIR,
}  # fmt: skip
_SPARSE = b"S"
_LONG_NAME, _LONG_LINK, _EXTENDED, _GLOBAL = b"L", b"K", b"x", b"g"


@dataclass(slots=True)
class _Extended:
    """What extended headers say of the next entry."""

    name: bytes | None = None
    utf8: bool = False
    size: int | None = None
    sparse: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TarListing:
    """Entries and where their bytes lie, as of a zip."""

    entries: list[Entry] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    left_out: int = 0
    trouble: str = ""


def list_tar(file: BinaryIO, most: int) -> TarListing:
    """Lists at most so many entries; a header that is damaged ends the list."""
    entries: list[Entry] = []
    places: list[Place] = []
    trouble = ""
    for entry, place in _entries(file):
        if entry is None:
            trouble = "the list of its files is cut off"
            break
        if len(entries) >= most:
            return TarListing(entries=entries, places=places, left_out=1)
        entries.append(entry)
        places.append(place)
    return TarListing(entries=entries, places=places, trouble=trouble)


def _entries(file: BinaryIO) -> Iterator[tuple[Entry | None, Place]]:
    """Gives each entry; None where a header is no header."""
    at, length, told = 0, file.seek(0, os.SEEK_END), _Extended()
    while at < length:
        file.seek(at)
        header = file.read(_BLOCK)
        if not header.strip(b"\0"):
            return
        size = _number(header[124:136])
        if not _is_header(header) or size is None:
            yield None, Place()
            return
        kind = header[156:157]
        start, at = at + _BLOCK, at + _BLOCK + -(-size // _BLOCK) * _BLOCK
        if kind in {_LONG_NAME, _LONG_LINK, _EXTENDED, _GLOBAL}:
            _extend(told, kind, file.read(min(size, _LONGEST_HEADER)))
            continue
        if told.size is not None:
            size, at = told.size, start + -(-told.size // _BLOCK) * _BLOCK
        yield _entry(header, told, size), _place(told, kind, start)
        told = _Extended()


def _entry(header: bytes, told: _Extended, size: int) -> Entry:
    name, prefix = header[:100].split(b"\0")[0], b""
    if header.startswith(b"ustar\0", 257):
        prefix = header[345:500].split(b"\0")[0]
    mode = _MODES.get(header[156:157], stat.S_IFREG)
    linked = mode == stat.S_IFLNK
    return Entry(
        raw=told.name if told.name is not None else (prefix + b"/" if prefix else b"") + name,
        flags=UTF8 if told.utf8 else 0,
        method=0,
        dos=0,
        crc=None,
        packed=0 if linked else size,
        size=0 if linked else size,
        offset=0,
        attributes=mode << 16,
        system=3,
    )


def _place(told: _Extended, kind: bytes, start: int) -> Place:
    if told.sparse or kind == _SPARSE:
        return Place(refusal=Refusal.METHOD)
    return Place(start=start)


def _extend(told: _Extended, kind: bytes, content: bytes) -> None:
    if kind == _LONG_NAME:
        told.name = content.split(b"\0")[0]
    if kind != _EXTENDED:
        return
    for key, value in _records(content):
        if key in {b"path", b"GNU.sparse.name"}:
            told.name, told.utf8 = value, True
        if key == b"size" and value.isdigit() and len(value) < 20:  # noqa: PLR2004 - of 64 bits
            told.size = int(value)
        told.sparse = told.sparse or key.startswith(b"GNU.sparse.")


def _records(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Reads "length key=value" lines, as far as they are right."""
    while content:
        number, _, _ = content.partition(b" ")
        if not number.isdigit() or len(number) > 6 or not 0 < int(number) <= len(content):  # noqa: PLR2004 - digits of the longest header
            return
        line, content = content[: int(number)], content[int(number) :]
        key, _, value = line[len(number) + 1 : -1].partition(b"=")
        yield key, value


def _number(text: bytes) -> int | None:
    """Reads an octal number, or GNU's binary one."""
    if text[0] == 0x80:  # noqa: PLR2004 - GNU's mark
        return int.from_bytes(text[1:], "big")
    try:
        return int(text.strip(b" \0") or b"0", 8)
    except ValueError:
        return None


def _is_header(header: bytes) -> bool:
    """Says whether the checksum is right; some writers add signed bytes up, which is left."""
    stated = _number(header[148:156]) if len(header) == _BLOCK else None
    return stated == sum(header[:148]) + sum(b" " * 8) + sum(header[156:])
