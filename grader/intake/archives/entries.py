"""An entry of a zip as its central directory states it, believed in nothing yet."""

import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from grader.model.collection import Refusal

LOCAL, CENTRAL, DESCRIPTOR = b"PK\3\4", b"PK\1\2", b"PK\7\x08"

ENCRYPTED, STREAMED, UTF8 = 0x1, 0x8, 0x800  # flags
AES = 99  # a method that stands for encryption

_ZIP64 = 1
_FULL = 0xFFFF_FFFF
_DOS_FOLDER = 0x10
_MADE_BY_UNIX = frozenset({3, 19})
_LOCAL = struct.Struct("<4s5H3L2H")


class Unopenable(Exception):
    """An archive of which nothing can be read, and why."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        """Keep the reason; `detail` is a key of opening's sentences, or a format's name."""
        super().__init__(refusal, detail)
        self.refusal = refusal
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a zip's directory."""

    raw: bytes  # the name
    flags: int
    method: int
    dos: int  # date << 16 | time
    crc: int | None  # None = a tar's, which has none
    packed: int
    size: int
    offset: int  # of the local header, in the file
    extra: bytes = b""
    system: int = 0
    attributes: int = 0  # Unix mode << 16 | DOS

    @property
    def encrypted(self) -> bool:
        """Says whether a password is needed."""
        return bool(self.flags & ENCRYPTED) or self.method == AES

    @property
    def kind(self) -> int:
        """Gives the file type bits of the Unix mode, whatever system it says it was made on."""
        return stat.S_IFMT(self.attributes >> 16)

    @property
    def is_folder(self) -> bool:
        """Says whether it stands for a folder and holds nothing."""
        if self.raw.endswith((b"/", b"\\")) and not self.size:
            return True
        marked = self.kind == stat.S_IFDIR or (
            self.system not in _MADE_BY_UNIX and bool(self.attributes & _DOS_FOLDER)
        )
        return marked and not self.size

    @property
    def modified(self) -> datetime | None:
        """Gives the time without a zone, in steps of 2 s; None when it is no time."""
        date, time = self.dos >> 16, self.dos & 0xFFFF
        try:
            return datetime(  # noqa: DTZ001 - DOS time has no zone
                (date >> 9) + 1980,
                date >> 5 & 15,
                date & 31,
                time >> 11,
                time >> 5 & 63,
                (time & 31) * 2,
            )
        except ValueError:
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalHeader:
    """What stands before an entry's data."""

    raw: bytes
    flags: int
    method: int
    dos: int
    crc: int
    packed: int
    size: int
    extra: bytes
    start: int  # of the data, in the file


def read_local(file: BinaryIO, offset: int) -> LocalHeader | None:
    """Reads the local header at an offset; None when none is there."""
    file.seek(offset)
    fixed = file.read(_LOCAL.size)
    if len(fixed) < _LOCAL.size or not fixed.startswith(LOCAL):
        return None
    _, _, flags, method, time, date, crc, packed, size, names, extras = _LOCAL.unpack(fixed)
    rest = file.read(names + extras)
    extra = rest[names:]
    size, packed, _ = widened(extra, size, packed, 0)
    return LocalHeader(
        raw=rest[:names],
        flags=flags,
        method=method,
        dos=date << 16 | time,
        crc=crc,
        packed=packed,
        size=size,
        extra=extra,
        start=offset + _LOCAL.size + names + extras,
    )


def extras(extra: bytes) -> Iterator[tuple[int, bytes]]:
    """Gives the extra fields that are whole, by their numbers."""
    while len(extra) >= 4:  # noqa: PLR2004 - number and length
        number, length = struct.unpack_from("<HH", extra)
        field = extra[4 : 4 + length]
        if len(field) < length:
            return
        yield number, field
        extra = extra[4 + length :]


def widened(extra: bytes, size: int, packed: int, offset: int) -> tuple[int, int, int]:
    """Takes from the Zip64 field those numbers that are too large for the header."""
    if _FULL not in (size, packed, offset):
        return size, packed, offset
    field = next((field for number, field in extras(extra) if number == _ZIP64), b"")
    wide = [number for (number,) in struct.iter_unpack("<Q", field[: len(field) // 8 * 8])]
    numbers = [
        wide.pop(0) if number == _FULL and wide else number for number in (size, packed, offset)
    ]
    return numbers[0], numbers[1], numbers[2]
