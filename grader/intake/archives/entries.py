"""List the entries of a zip or tar with the standard library; nothing in it is trusted yet."""

import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, Self, cast

from msgspec import Struct

from grader.intake.archives import formats
from grader.model.collection import Refusal

HEAD = 512  # bytes at the start of a file, enough to tell its format
PLENTY = 64 << 20  # bytes; below this, any compression ratio is accepted

_CHUNK = 1 << 18  # bytes read or unpacked at a time
_MAX_RATIO = 200  # limit of unpacked to packed size for a compressed tar above PLENTY
_DIRECTORY_BYTES = 320  # bytes per entry that a zip's directory may take, on average
_HEADER = b"PK\3\4"  # signature of a local file header
_LOCAL = 30  # bytes of a local file header before the name
_UTF8, _ENCRYPTED, _AES = 0x800, 0x1, 99  # two flags and a compression method
_UNICODE_PATH = 0x7075  # Info-ZIP's extra field: version, CRC of the name, name in UTF-8
_DOS_FOLDER = 0x10
_MADE_BY_UNIX = frozenset({3, 19})
_SPECIAL = frozenset({stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK})

# Exceptions of zipfile, tarfile and the decoders for malformed bytes.
_DECODING_ERRORS = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, struct.error,
    EOFError, OSError, ValueError, OverflowError, RuntimeError, MemoryError,
)  # fmt: skip


class Unopenable(Exception):
    """An archive or entry that cannot be read, and why."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        """Store the reason; `detail` is a key of opening's sentences, or the library's message."""
        super().__init__(refusal, detail)
        self.refusal = refusal
        self.detail = detail


class _Bounded:
    """A file of which at most `most` bytes can be read at once."""

    def __init__(self, path: Path, most: int) -> None:
        self._file = path.open("rb")
        self._most = most
        self.seek, self.tell, self.close = self._file.seek, self._file.tell, self._file.close
        self.seekable, self.readable = self._file.seekable, self._file.readable

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, size: int | None = -1, /) -> bytes:
        """Read `size` bytes. Raises Unopenable above the limit."""
        if size is not None and size > self._most:
            raise Unopenable(Refusal.TOO_MANY, "too many")
        return self._file.read(self._most if size in {None, -1} else size)


def bounded(path: Path, entries: int) -> IO[bytes]:
    """Open a file for a library that reads the whole directory: limited to `entries` entries."""
    return cast("IO[bytes]", _Bounded(path, max(1 << 20, entries * _DIRECTORY_BYTES)))


class ArchiveEntry(Struct, frozen=True, kw_only=True):
    """One entry of an archive."""

    raw: bytes  # the name as stored
    declared_name: str | None  # the decoded name, if the entry declares its encoding
    size: int
    packed: int
    open: Callable[[], IO[bytes] | None]
    modified: datetime | None = None  # no time zone; resolution 2 s
    refusal: Refusal | None = None
    folder: bool = False  # a directory entry without content

    def pieces(self) -> Iterator[bytes]:
        """Yield the unpacked bytes, at most the declared size. Raises Unopenable."""
        size = 0
        try:
            source = self.open()
            while source and (piece := source.read(_CHUNK)):
                size += len(piece)
                yield piece
        except NotImplementedError as error:
            raise Unopenable(Refusal.METHOD, str(error)) from error
        except _DECODING_ERRORS as error:
            raise Unopenable(Refusal.DAMAGED, str(error)) from error
        if size < self.size:
            raise Unopenable(Refusal.DAMAGED, "truncated")


class ArchiveListing(Struct, frozen=True, kw_only=True):
    """The entries of an archive, and why the list may be incomplete."""

    entries: list[ArchiveEntry]
    trouble: str = ""


def list_entries(file: IO[bytes], most: int, opened: ExitStack) -> ArchiveListing:
    """List a zip or tar; of a tar, at most `most` + 1 entries. Raises Unopenable."""
    file.seek(0)
    head = file.read(HEAD)
    if not head:
        raise Unopenable(Refusal.DAMAGED, "empty file")
    kind = formats.by_content(head)
    if kind == "tar":
        return _of_tar(file, most, opened)
    if kind is not None:
        raise Unopenable(Refusal.FORMAT, kind)
    if _is_last_part(file):
        raise Unopenable(Refusal.FORMAT, "split")
    try:
        archive = opened.enter_context(zipfile.ZipFile(file))
        # In a truncated archive, zipfile finds the directory of a zip or docx stored inside it.
        first = min((info.header_offset for info in archive.filelist), default=0)
        if first > 0 and head.startswith(_HEADER):
            raise Unopenable(Refusal.DAMAGED, "broken off")
        return ArchiveListing(entries=list(_of_zip(archive, _overlapping(archive, file))))
    except (*_DECODING_ERRORS, NotImplementedError) as error:
        raise Unopenable(*_why_not_zip(head)) from error


def expand(file: IO[bytes], kind: str, most: int, target: Path) -> int:
    """Decompress a file to `target` and return its size. Raises Unopenable, OSError."""
    size = 0
    with target.open("xb") as written:
        for piece in _expanded(file, kind):
            size += len(piece)
            if size > PLENTY and size > file.tell() * _MAX_RATIO:
                raise Unopenable(Refusal.BOMB, f"{_MAX_RATIO}:1")
            if size > most:
                raise Unopenable(Refusal.TOO_LARGE, f"{most} bytes")
            written.write(piece)
    return size


def _expanded(file: IO[bytes], kind: str) -> Iterator[bytes]:
    openers: dict[str, Callable[[IO[bytes]], io.BufferedIOBase]] = {
        "gz": lambda source: gzip.GzipFile(fileobj=source),
        "bz2": bz2.BZ2File,
        "xz": lzma.LZMAFile,
    }
    try:
        source = openers[kind](file)
        while piece := source.read(_CHUNK):
            yield piece
    except _DECODING_ERRORS as error:
        raise Unopenable(Refusal.DAMAGED, str(error)) from error


def _why_not_zip(head: bytes) -> tuple[Refusal, str]:
    if formats.is_first_part(head):
        return Refusal.FORMAT, "split"
    if formats.is_page(head):
        return Refusal.FORMAT, "web page"
    return Refusal.DAMAGED, "broken off" if formats.is_zip(head) else "not a zip"


def _is_last_part(file: IO[bytes]) -> bool:
    """Return whether the end-of-directory record names another disk than the first."""
    length = file.seek(0, io.SEEK_END)
    file.seek(max(0, length - (1 << 16)))
    tail = file.read()
    end = tail.rfind(b"PK\5\6")
    return end >= 0 and tail[end + 4 : end + 6] not in {b"\0\0", b"\xff\xff", b""}


def _of_zip(archive: zipfile.ZipFile, overlapping: set[int]) -> Iterator[ArchiveEntry]:
    for at, info in enumerate(archive.infolist()):
        utf8 = bool(info.flag_bits & _UTF8)
        raw = info.orig_filename.encode("utf-8" if utf8 else "cp437")
        kind = stat.S_IFMT(info.external_attr >> 16)
        yield ArchiveEntry(
            raw=raw,
            declared_name=info.orig_filename
            if utf8 or (raw.isascii() and not info.extra)
            else _declared_name(info, raw),
            size=info.file_size,
            packed=info.compress_size,
            open=partial(archive.open, info),
            modified=_time(info),
            refusal=_refusal(info, kind) or (Refusal.OVERLAP if at in overlapping else None),
            folder=_is_folder(info, raw, kind),
        )


def _refusal(info: zipfile.ZipInfo, kind: int) -> Refusal | None:
    if kind == stat.S_IFLNK:
        return Refusal.LINK
    # `zip` marks what it read from a pipe as a FIFO, although it is a file.
    if kind in _SPECIAL or (kind == stat.S_IFIFO and not info.file_size):
        return Refusal.SPECIAL
    if info.flag_bits & _ENCRYPTED or info.compress_type == _AES:
        return Refusal.ENCRYPTED
    return Refusal.DAMAGED if info.orig_filename.endswith(("/", "\\")) else None


def _is_folder(info: zipfile.ZipInfo, raw: bytes, kind: int) -> bool:
    """Return whether an empty entry is a folder, by its name, mode or DOS attribute."""
    by_dos = info.create_system not in _MADE_BY_UNIX and info.external_attr & _DOS_FOLDER
    named = raw.endswith((b"/", b"\\"))
    return not info.file_size and bool(named or kind == stat.S_IFDIR or by_dos)


def _overlapping(archive: zipfile.ZipFile, file: IO[bytes]) -> set[int]:
    """Find entries that reach into the next one's header; of several at one offset, one is kept.

    Offsets come from the directory alone; an offset without a local header is ignored.
    """
    overlapping, end = set(), archive.start_dir
    infos = list(enumerate(archive.infolist()))
    for at, info in sorted(
        infos, key=lambda numbered: (numbered[1].header_offset, -numbered[0]), reverse=True
    ):
        if not 0 <= info.header_offset < archive.start_dir:
            continue
        file.seek(info.header_offset)
        if file.read(4) != _HEADER:
            continue
        if info.header_offset + _LOCAL + len(info.orig_filename) + info.compress_size > end:
            overlapping.add(at)
        end = min(end, info.header_offset)
    return overlapping


def _declared_name(info: zipfile.ZipInfo, raw: bytes) -> str | None:
    """Return the name in Info-ZIP's field if its CRC matches, else the name if it is ASCII."""
    extra = info.extra
    while len(extra) >= 4:  # noqa: PLR2004 - number and length
        number, length = struct.unpack_from("<HH", extra)
        field, extra = extra[4 : 4 + length], extra[4 + length :]
        if number == _UNICODE_PATH and int.from_bytes(field[1:5], "little") == zlib.crc32(raw):
            try:
                return field[5:].decode("utf-8")
            except UnicodeDecodeError:
                break
    return raw.decode("ascii") if raw.isascii() else None


def _time(info: zipfile.ZipInfo) -> datetime | None:
    """Return the naive time, or None if it is invalid."""
    try:
        return datetime(*info.date_time)  # noqa: DTZ001 - DOS time has no zone
    except ValueError:
        return None


def _of_tar(file: IO[bytes], most: int, opened: ExitStack) -> ArchiveListing:
    """List a tar; a damaged header ends the list."""
    entries: list[ArchiveEntry] = []
    file.seek(0)
    try:
        archive = opened.enter_context(tarfile.TarFile(fileobj=file, encoding="utf-8"))
        while (info := archive.next()) is not None and len(entries) <= most and info.size >= 0:
            entries.append(_of_member(archive, info))
        file.seek(archive.offset)
        cut = info is None and bool(file.read(HEAD).strip(b"\0"))
    except (*_DECODING_ERRORS, NotImplementedError) as error:
        if not entries:
            raise Unopenable(Refusal.DAMAGED, "broken off") from error
        cut = True
    return ArchiveListing(
        entries=entries, trouble="the list of its files is cut off" if cut else ""
    )


def _of_member(archive: tarfile.TarFile, info: tarfile.TarInfo) -> ArchiveEntry:
    refusal = None
    if info.issym() or info.islnk():
        refusal = Refusal.LINK
    elif info.isdev():
        refusal = Refusal.SPECIAL
    elif info.issparse():
        refusal = Refusal.METHOD
    raw = info.name.encode("utf-8", "surrogateescape")
    return ArchiveEntry(
        raw=raw,
        declared_name=info.name if raw.isascii() or "path" in info.pax_headers else None,
        size=0 if refusal else info.size,
        packed=0 if refusal else info.size,
        open=partial(archive.extractfile, info),
        refusal=refusal,
        folder=info.isdir(),
    )
