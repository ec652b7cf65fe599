"""Unpacks one entry's bytes, never more than it states, into a file of our own naming."""

import bz2
import hashlib
import lzma
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Protocol

from grader.intake.archives.entries import Entry
from grader.model.collection import Refusal

HEAD = 512  # first bytes of a file, kept to tell its format
PLENTY = 64 << 20  # bytes; less than this may be made of anything

_ENDLESS = 1 << 62  # bytes: to the end of the file
_MEMORY = 256 << 20  # bytes that unpacking may need
_RATIO = 200  # what is made of a compressed tar, from PLENTY on
_STEP = 1 << 18  # bytes read, and unpacked, at a time
_NEW = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class NotInflated(Exception):
    """An entry that cannot be unpacked, and why."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        """Keep the reason; `detail` is what the library said."""
        super().__init__(refusal, detail)
        self.refusal = refusal
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Inflated:
    """One file that was written below staging."""

    path: Path
    size_bytes: int
    sha256: str
    head: bytes


@dataclass(slots=True)
class Staging:
    """A folder of our own, and the number of the next file in it."""

    folder: Path
    number: int = field(default=0)

    def next_path(self) -> Path:
        """Names the next file."""
        self.number += 1
        return self.folder / f"{self.number:06d}"


def inflate(file: BinaryIO, entry: Entry, start: int, staging: Staging) -> Inflated:
    """Writes one entry. Raises NotInflated, and leaves nothing behind then; OSError of the disk."""
    unpack = _METHODS.get(entry.method)
    if unpack is None:
        raise NotInflated(Refusal.METHOD, str(entry.method))
    path = staging.next_path()
    try:
        return _write(path, unpack(_chunks(file, start, entry.packed), entry.size), entry)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def measure(file: BinaryIO, start: int, packed: int, most: int) -> tuple[int, int] | None:
    """Finds where a deflated stream ends: its packed size and its size; None when it does not."""
    inflater, size = zlib.decompressobj(-zlib.MAX_WBITS), 0
    try:
        for chunk in _chunks(file, start, packed):
            rest = chunk
            while rest and not inflater.eof:
                size += len(inflater.decompress(rest, _STEP))
                rest = inflater.unconsumed_tail
            if inflater.eof:
                return file.tell() - start - len(inflater.unused_data), size
            if size > most:
                return None
    except zlib.error:
        pass
    return None


def expand(file: BinaryIO, kind: str, most: int, staging: Staging) -> Path:
    """Writes what a compressed file holds. Raises NotInflated, and leaves nothing behind then."""
    path, size = staging.next_path(), 0
    try:
        with os.fdopen(os.open(path, _NEW, 0o600), "wb") as target:
            for piece in _caught(_EXPANDED[kind](_chunks(file, 0, _ENDLESS))):
                size += len(piece)
                _weigh(size, file.tell(), most)
                target.write(piece)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _weigh(size: int, packed: int, most: int) -> None:
    if size > PLENTY and size > packed * _RATIO:
        raise NotInflated(Refusal.BOMB, f"{_RATIO}:1")
    if size > most:
        raise NotInflated(Refusal.TOO_LARGE, f"{most} bytes")


def _write(path: Path, pieces: Iterator[bytes], entry: Entry) -> Inflated:
    digest, crc, size, head = hashlib.sha256(), 0, 0, b""
    with os.fdopen(os.open(path, _NEW, 0o600), "wb", buffering=0) as target:
        for piece in _caught(pieces):
            size += len(piece)
            if size > entry.size:
                raise NotInflated(Refusal.BOMB, "size")
            if len(head) < HEAD:
                head += piece[: HEAD - len(head)]
            crc = zlib.crc32(piece, crc)
            digest.update(piece)
            _put(target, piece)
    if size < entry.size:
        raise NotInflated(Refusal.DAMAGED, "truncated")
    if entry.crc is not None and crc != entry.crc:
        raise NotInflated(Refusal.DAMAGED, "crc")
    return Inflated(path=path, size_bytes=size, sha256=digest.hexdigest(), head=head)


def _put(target: "_Writable", piece: bytes) -> None:
    view = memoryview(piece)
    while view:
        view = view[target.write(view) or 0 :]


def _caught(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Turns what the decoders raise into one exception, and nothing that the disk raises."""
    while True:
        try:
            piece = next(pieces, None)
        except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, MemoryError) as error:
            raise NotInflated(Refusal.DAMAGED, str(error)) from error
        if piece is None:
            return
        yield piece


def _chunks(file: BinaryIO, start: int, packed: int) -> Iterator[bytes]:
    file.seek(start)
    while packed > 0 and (chunk := file.read(min(packed, _STEP))):
        packed -= len(chunk)
        yield chunk


def _stored(chunks: Iterator[bytes], _size: int) -> Iterator[bytes]:
    return chunks


def _deflated(chunks: Iterator[bytes], _size: int) -> Iterator[bytes]:
    return _inflated(zlib.decompressobj(-zlib.MAX_WBITS), chunks)


def _gzip(chunks: Iterator[bytes]) -> Iterator[bytes]:
    return _inflated(zlib.decompressobj(zlib.MAX_WBITS | 16), chunks)


def _xz(chunks: Iterator[bytes]) -> Iterator[bytes]:
    return _pulled(lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY), chunks)


def _inflated(inflater: "zlib._Decompress", chunks: Iterator[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        rest = chunk
        while rest and not inflater.eof:
            yield inflater.decompress(rest, _STEP)
            rest = inflater.unconsumed_tail
    yield inflater.flush()


def _bzip2(chunks: Iterator[bytes], _size: int) -> Iterator[bytes]:
    return _pulled(bz2.BZ2Decompressor(), chunks)


def _lzma(chunks: Iterator[bytes], size: int) -> Iterator[bytes]:
    """Unpacks LZMA; its dictionary is taken no larger than the file, whatever it asks for."""
    first = next(chunks, b"")
    _, _, length, packed_three, dictionary = struct.unpack_from("<BBHBL", first.ljust(9, b"\0"))
    if length != 5 or len(first) < 9 or packed_three >= 9 * 5 * 5:  # noqa: PLR2004 - its layout
        raise lzma.LZMAError("wrong properties")
    wanted = {
        "id": lzma.FILTER_LZMA1,
        "lc": packed_three % 9,
        "lp": packed_three // 9 % 5,
        "pb": packed_three // 45,
        "dict_size": min(dictionary, max(size, 4096)),
    }
    decoder = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[wanted])
    yield from _pulled(decoder, _with_first(first[9:], chunks))


def _with_first(first: bytes, chunks: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from chunks


class _Decoder(Protocol):
    """What bz2 and lzma have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Writable(Protocol):
    def write(self, data: memoryview, /) -> int | None: ...


def _pulled(decoder: _Decoder, chunks: Iterator[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        yield decoder.decompress(chunk, _STEP)
        while not decoder.eof and not decoder.needs_input:
            yield decoder.decompress(b"", _STEP)
        if decoder.eof:
            return


_EXPANDED: dict[str, Callable[[Iterator[bytes]], Iterator[bytes]]] = {
    "gz": _gzip,
    "bz2": lambda chunks: _bzip2(chunks, 0),
    "xz": _xz,
}
_METHODS: dict[int, Callable[[Iterator[bytes], int], Iterator[bytes]]] = {
    0: _stored,
    8: _deflated,
    12: _bzip2,
    14: _lzma,
}
