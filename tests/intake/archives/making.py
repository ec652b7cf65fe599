"""Writes zip archives byte for byte, right ones and wrong ones, for the tests.

Every field of an entry may be stated wrongly; what is left out is right. `zip_of` is for archives
of ordinary files, `archive` for the others.
"""

import bz2
import lzma
import struct
import zlib
from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

STORED, DEFLATED, DEFLATE64, BZIP2, LZMA, ZSTD = 0, 8, 9, 12, 14, 93
FAT, UNIX, NTFS, MACOS = 0, 3, 10, 19  # systems that an entry may say it was made on
ENCRYPTED, STREAMED, UTF8 = 0x1, 0x8, 0x800  # flags
LINK, FOLDER, FILE, DEVICE, PIPE = 0o120777, 0o040755, 0o100644, 0o060644, 0o010644  # Unix modes

_WHEN = datetime(2025, 4, 17, 21, 5, 30)  # noqa: DTZ001 - DOS time has no zone
_FULL, _FULL_SHORT = 0xFFFF_FFFF, 0xFFFF


class Entry(Struct, frozen=True, kw_only=True):
    """One entry; None = as it is right."""

    name: str | bytes  # a str is written in UTF-8
    data: bytes = b""
    method: int = DEFLATED
    flags: int | None = None  # UTF8 for a str that is not ASCII
    mode: int = FILE
    system: int = UNIX
    attributes: int | None = None  # the external ones, 32 bits
    when: datetime | int = _WHEN  # an int: date << 16 | time, as it is written
    extra: bytes = b""  # in both headers
    local_name: bytes | None = None
    local_extra: bytes | None = None
    stream: bytes | None = None  # the packed bytes, as they are
    crc: int | None = None
    size: int | None = None
    packed: int | None = None
    offset: int | None = None  # of the local header, as the directory says
    zip64: bool = False
    signed: bool = True  # the data descriptor of a STREAMED entry begins with its signature
    no_local: bool = False  # only listed: its bytes are another entry's


def zip_of(files: Mapping[str, bytes], *, encoding: str = "utf-8", flag: bool = True) -> bytes:
    """Makes an archive of ordinary files; without `flag` no name says its encoding."""
    entries = [
        Entry(name=name.encode(encoding), data=data, flags=UTF8 if flag else 0)
        for name, data in files.items()
    ]
    return archive(*entries)


def archive(
    *entries: Entry,
    before: bytes = b"",
    after: bytes = b"",
    comment: bytes = b"",
    counted: int | None = None,
    zip64: bool = False,
    stated_from: int = 0,
    disk: int = 0,
) -> bytes:
    """Makes an archive. `stated_from`: offsets are counted from there, as with glued-on bytes."""
    body, listed = bytearray(before), bytearray()
    for entry in entries:
        listed += _listed(entry, len(body) - stated_from)
        body += b"" if entry.no_local else local(entry)
    end = _end(
        count=len(entries) if counted is None else counted,
        size=len(listed),
        start=len(body) - stated_from,
        zip64=zip64,
        disk=disk,
        comment=comment,
    )
    return bytes(body + listed + end + after)


def local(entry: Entry) -> bytes:
    """Makes an entry's local header, its data and its descriptor."""
    flags, stream = _flags(entry), packed(entry)
    crc, small, big = _sizes(entry)
    told = (0, 0, 0) if flags & STREAMED else (crc, small, big)
    extra = entry.extra if entry.local_extra is None else entry.local_extra
    if entry.zip64:
        extra += struct.pack("<HHQQ", 1, 16, told[2], told[1])
        told = (told[0], _FULL, _FULL)
    name = _raw(entry) if entry.local_name is None else entry.local_name
    header = struct.pack(
        "<4s5H3L2H",
        *(b"PK\3\4", 45 if entry.zip64 else 20, flags, entry.method),
        *(_dos(entry) & 0xFFFF, _dos(entry) >> 16, *told, len(name), len(extra)),
    )
    return header + name + extra + stream + (_descriptor(entry) if flags & STREAMED else b"")


def packed(entry: Entry) -> bytes:
    """Packs an entry's data by its method; unknown methods are stored."""
    if entry.stream is not None:
        return entry.stream
    if entry.method == DEFLATED:
        return deflated(entry.data)
    if entry.method == BZIP2:
        return bz2.compress(entry.data)
    return _lzma(entry.data) if entry.method == LZMA else entry.data


def deflated(data: bytes) -> bytes:
    """Packs bytes as zip does, without zlib's header."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def unicode_path(raw: bytes, name: str, crc: int | None = None) -> bytes:
    """Makes Info-ZIP's extra field 0x7075 with the name in UTF-8."""
    text = name.encode()
    checked = zlib.crc32(raw) if crc is None else crc
    return struct.pack("<HHBL", 0x7075, 5 + len(text), 1, checked) + text


def extended_time(stamp: int) -> bytes:
    """Makes the extra field 0x5455 with the time of the last change, in Unix seconds."""
    return struct.pack("<HHBl", 0x5455, 5, 1, stamp)


def _listed(entry: Entry, offset: int) -> bytes:
    crc, small, big = _sizes(entry)
    at = offset if entry.offset is None else entry.offset
    extra, name = entry.extra, _raw(entry)
    if entry.zip64:
        extra += struct.pack("<HHQQQ", 1, 24, big, small, at)
        small = big = at = _FULL
    attributes = entry.mode << 16 if entry.attributes is None else entry.attributes
    header = struct.pack(
        "<4s2B5H3L5H2L",
        *(b"PK\1\2", 45 if entry.zip64 else 20, entry.system, 45 if entry.zip64 else 20),
        *(_flags(entry), entry.method, _dos(entry) & 0xFFFF, _dos(entry) >> 16),
        *(crc, small, big, len(name), len(extra), 0, 0, 0, attributes, at),
    )
    return header + name + extra


def _end(*, count: int, size: int, start: int, zip64: bool, disk: int, comment: bytes) -> bytes:
    record = b""
    if zip64:
        fields = (b"PK\6\6", 44, 45, 45, disk, disk, count, count, size, start)
        record = struct.pack("<4sQ2H2L4Q", *fields)
        record += struct.pack("<4sLQL", b"PK\6\7", 0, start + size, 1)
        count, size, start = _FULL_SHORT, _FULL, _FULL
    few = count & 0xFFFF
    return (
        record
        + struct.pack("<4s4H2LH", b"PK\5\6", disk, disk, few, few, size, start, len(comment))
        + comment
    )


def _descriptor(entry: Entry) -> bytes:
    crc, small, big = _sizes(entry)
    signature = b"PK\7\x08" if entry.signed else b""
    return signature + struct.pack("<LQQ" if entry.zip64 else "<LLL", crc, small, big)


def _sizes(entry: Entry) -> tuple[int, int, int]:
    return (
        zlib.crc32(entry.data) if entry.crc is None else entry.crc,
        len(packed(entry)) if entry.packed is None else entry.packed,
        len(entry.data) if entry.size is None else entry.size,
    )


def _raw(entry: Entry) -> bytes:
    return entry.name.encode() if isinstance(entry.name, str) else entry.name


def _flags(entry: Entry) -> int:
    if entry.flags is not None:
        return entry.flags
    return UTF8 if isinstance(entry.name, str) and not entry.name.isascii() else 0


def _dos(entry: Entry) -> int:
    if isinstance(entry.when, int):
        return entry.when
    when = entry.when
    date = (when.year - 1980) << 9 | when.month << 5 | when.day
    return date << 16 | when.hour << 11 | when.minute << 5 | when.second // 2


def _lzma(data: bytes) -> bytes:
    wanted = {"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 2, "dict_size": 1 << 16}
    stream = lzma.compress(data, lzma.FORMAT_RAW, filters=[wanted])
    return struct.pack("<BBHBL", 9, 20, 5, (2 * 5 + 0) * 9 + 3, 1 << 16) + stream
