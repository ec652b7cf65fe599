"""Finds and reads a zip's central directory, with bytes before, behind and wrong counts."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

from grader.intake.archives.entries import CENTRAL, Entry, Unopenable, widened
from grader.model.collection import Refusal

_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE = b"PK\5\6"
_LOCATOR = struct.Struct("<4sLQL")
_LOCATOR_SIGNATURE = b"PK\6\7"
_WIDE_END = struct.Struct("<4sQ2H2L4Q")
_WIDE_SIGNATURE = b"PK\6\6"
_CENTRAL = struct.Struct("<4s2B5H3L5H2L")

_TAIL = 1 << 20  # bytes; a comment has at most 65,535, what a server adds is not more
_CANDIDATES = 64  # ends that are looked at: a comment may hold false ones
_NO_DISK = 0xFFFF
_LONGEST = 128 << 20  # bytes of a directory


@dataclass(frozen=True, slots=True, kw_only=True)
class Directory:
    """What a zip says is in it."""

    entries: tuple[Entry, ...]
    start: int  # of the directory in the file
    missing: int = 0  # entries that it counts and does not list
    left_out: int = 0  # entries beyond `most`


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    """The last record of a zip, with Zip64's numbers where it has them."""

    disk: int
    count: int
    start: int  # of the directory, where it really is
    size: int
    shift: int  # bytes that stand before the zip


def read_directory(file: BinaryIO, length: int, most: int) -> Directory | None:
    """Reads at most so many entries; None when no directory is found. Raises Unopenable."""
    end = _find_end(file, length)
    if end is None:
        return None
    if end.disk not in {0, _NO_DISK}:
        raise Unopenable(Refusal.FORMAT, "split")
    file.seek(end.start)
    listed = file.read(min(end.size, _LONGEST))
    entries = tuple(islice(_entries(listed, end.shift), most + 1))
    if len(entries) > most:
        left_out = max(end.count, len(entries)) - most
        return Directory(entries=entries[:most], start=end.start, left_out=left_out)
    return Directory(entries=entries, start=end.start, missing=max(end.count - len(entries), 0))


def _find_end(file: BinaryIO, length: int) -> _End | None:
    """Finds the last end whose directory is where it says, or just before it."""
    before = max(length - _TAIL, 0)
    file.seek(before)
    tail = file.read(_TAIL)
    at = len(tail)
    for _ in range(_CANDIDATES):
        at = tail.rfind(_END_SIGNATURE, 0, at + 3)
        if at < 0:
            return None
        if at + _END.size <= len(tail):
            found = _read_end(file, before + at)
            if found is not None:
                return found
    return None


def _read_end(file: BinaryIO, at: int) -> _End | None:
    file.seek(at)
    _, disk, _, _, count, size, offset, _ = _END.unpack(file.read(_END.size))
    close = at
    wide = _read_wide(file, at)
    if wide is not None:
        close, disk, count, size, offset = wide
    if disk not in {0, _NO_DISK}:
        return _End(disk=disk, count=count, start=0, size=0, shift=0)
    if not count and not size:
        return _End(disk=0, count=0, start=close, size=0, shift=0)
    for start in (close - size, offset):
        if _is_central(file, start):
            return _End(disk=0, count=count, start=start, size=close - start, shift=start - offset)
    return None


def _read_wide(file: BinaryIO, at: int) -> tuple[int, int, int, int, int] | None:
    """Reads Zip64's end: its place, disk, count, and the directory's size and offset."""
    here = at - _LOCATOR.size
    if here < _WIDE_END.size:
        return None
    file.seek(here)
    signature, _, stated, _ = _LOCATOR.unpack(file.read(_LOCATOR.size))
    if signature != _LOCATOR_SIGNATURE:
        return None
    for place in (here - _WIDE_END.size, stated):
        if 0 <= place <= here - _WIDE_END.size:
            file.seek(place)
            fields = _WIDE_END.unpack(file.read(_WIDE_END.size))
            if fields[0] == _WIDE_SIGNATURE:
                return place, fields[4], fields[7], fields[8], fields[9]
    return None


def _is_central(file: BinaryIO, start: int) -> bool:
    if start < 0 or start >= 1 << 62:
        return False
    file.seek(start)
    return file.read(4) == CENTRAL


def _entries(listed: bytes, shift: int) -> Iterator[Entry]:
    at = 0
    while listed.startswith(CENTRAL, at) and at + _CENTRAL.size <= len(listed):
        fields = _CENTRAL.unpack_from(listed, at)
        names, extras, comments = fields[11:14]
        name_end = at + _CENTRAL.size + names
        if name_end + extras > len(listed):
            return
        yield _entry(fields, listed[name_end - names : name_end + extras], shift)
        at = name_end + extras + comments


def _entry(fields: tuple[int, ...], rest: bytes, shift: int) -> Entry:
    _, _, system, _, flags, method, time, date, crc, packed, size, names = fields[:12]
    extra = rest[names:]
    size, packed, offset = widened(extra, size, packed, fields[17])
    return Entry(
        raw=rest[:names],
        flags=flags,
        method=method,
        dos=date << 16 | time,
        crc=crc,
        packed=packed,
        size=size,
        offset=offset + shift,
        extra=extra,
        system=system,
        attributes=fields[16],
    )
