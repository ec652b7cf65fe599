"""Lists what a zip without a directory still holds: a download that broke off."""

import struct
from typing import BinaryIO

from grader.intake.archives.entries import (
    DESCRIPTOR,
    LOCAL,
    STREAMED,
    Entry,
    LocalHeader,
    read_local,
)
from grader.intake.archives.inflating import PLENTY, measure

_FIRST_WITHIN = 1 << 20  # bytes; what stands before a zip is shorter
_NEXT = (LOCAL, b"PK\1\2", b"PK\5\6", b"PK\6\6")
# Forms of a data descriptor: its length, and where its three numbers begin.
_DESCRIPTORS = ((16, 4), (24, 4), (12, 0), (20, 0))
_DEFLATED = 8
_RATIO = 20  # what streams without a stated size may make of the archive, PLENTY apart


def rescue(file: BinaryIO, length: int, most: int, file_bytes: int) -> tuple[Entry, ...]:
    """Follows the local headers as far as they lead, to so many entries."""
    file.seek(0)
    at = file.read(_FIRST_WITHIN).find(LOCAL)
    entries: list[Entry] = []
    budget = PLENTY + _RATIO * length
    while 0 <= at < length and len(entries) < most:
        header = read_local(file, at)
        if header is None:
            break
        entry, at = _follow(file, length, at, header, min(file_bytes, budget))
        budget -= entry.size if entry.flags & STREAMED else 0
        entries.append(entry)
    return tuple(entries)


def _follow(
    file: BinaryIO, length: int, at: int, header: LocalHeader, file_bytes: int
) -> tuple[Entry, int]:
    """Makes the entry of a local header; also says where the next one is, -1 when unknown."""
    packed, size, crc, end = header.packed, header.size, header.crc, header.start + header.packed
    if header.flags & STREAMED and not packed:
        found = header.method == _DEFLATED and measure(
            file, header.start, length - header.start, file_bytes
        )
        # Longer than the file: it is refused later as damaged, and named.
        packed, size = found or (length - header.start + 1, 1)
        end = header.start + packed if found else -1
    if header.flags & STREAMED and 0 <= end <= length:
        told, end = _descriptor(file, length, end)
        crc = crc if told is None else told
    entry = Entry(
        raw=header.raw,
        flags=header.flags,
        method=header.method,
        dos=header.dos,
        crc=crc,
        packed=packed,
        size=size,
        offset=at,
        extra=header.extra,
    )
    return entry, end


def _descriptor(file: BinaryIO, length: int, at: int) -> tuple[int | None, int]:
    """Reads a data descriptor of any form: the CRC it states, and where it ends."""
    file.seek(at)
    found = file.read(28)
    for size, numbers in _DESCRIPTORS:
        if (numbers > 0) != found.startswith(DESCRIPTOR):
            continue
        if found.startswith(_NEXT, size) or at + size == length:
            return struct.unpack_from("<L", found, numbers)[0], at + size
    return None, at
