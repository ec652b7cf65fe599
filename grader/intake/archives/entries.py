"""What is in a zip or a tar, as the standard library reads it: believed in nothing yet."""

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

HEAD = 512  # first bytes of a file, kept to tell its format
PLENTY = 64 << 20  # bytes; less than this may be made of anything

_STEP = 1 << 18  # bytes read, and unpacked, at a time
_RATIO = 200  # what is made of a compressed tar, from PLENTY on
_LISTED = 320  # bytes that one line of a directory may take, of many
_HEADER = b"PK\3\4"  # a local header begins so
_LOCAL = 30  # bytes of a local header before the name
_UTF8, _ENCRYPTED, _AES = 0x800, 0x1, 99  # two flags, and a method
_UNICODE_PATH = 0x7075  # Info-ZIP's extra field: a version, a CRC of the name, the name in UTF-8
_DOS_FOLDER = 0x10
_MADE_BY_UNIX = frozenset({3, 19})
_SPECIAL = frozenset({stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK})

# What zipfile, tarfile and the decoders raise of bytes that are wrong.
_WRONG = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, struct.error,
    EOFError, OSError, ValueError, OverflowError, RuntimeError, MemoryError,
)  # fmt: skip


class Unopenable(Exception):
    """An archive or an entry of which nothing can be read, and why."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        """Keep the reason; `detail` is a key of opening's sentences, or what the library said."""
        super().__init__(refusal, detail)
        self.refusal = refusal
        self.detail = detail


class _Bounded:
    """A file as the library reads it, but no more of it at once than a class may be long."""

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
        """Reads so many bytes. Raises Unopenable when nobody would need so many at once."""
        if size is not None and size > self._most:
            raise Unopenable(Refusal.TOO_MANY, "too many")
        return self._file.read(self._most if size in {None, -1} else size)


def bounded(path: Path, entries: int) -> IO[bytes]:
    """Opens a file whose lists are read in one piece: as far as so many entries may reach."""
    return cast("IO[bytes]", _Bounded(path, max(1 << 20, entries * _LISTED)))


class ArchiveEntry(Struct, frozen=True, kw_only=True):
    """One entry."""

    raw: bytes  # the name
    declared_name: str | None  # the name, where the entry says how to read it
    size: int
    packed: int
    open: Callable[[], IO[bytes] | None]
    modified: datetime | None = None  # without a zone, in steps of 2 s
    refusal: Refusal | None = None
    folder: bool = False  # it stands for one, and holds nothing

    def pieces(self) -> Iterator[bytes]:
        """Unpacks it, no more than it states. Raises Unopenable."""
        size = 0
        try:
            source = self.open()
            while source and (piece := source.read(_STEP)):
                size += len(piece)
                yield piece
        except NotImplementedError as error:
            raise Unopenable(Refusal.METHOD, str(error)) from error
        except _WRONG as error:
            raise Unopenable(Refusal.DAMAGED, str(error)) from error
        if size < self.size:
            raise Unopenable(Refusal.DAMAGED, "truncated")


class ArchiveListing(Struct, frozen=True, kw_only=True):
    """The entries of an archive, and why there may be more."""

    entries: list[ArchiveEntry]
    trouble: str = ""


def list_entries(file: IO[bytes], most: int, opened: ExitStack) -> ArchiveListing:
    """Lists a zip or a tar, one entry more than `most` of a tar. Raises Unopenable."""
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
        # Cut off behind a zip or docx that is stored in it, the last directory is that one's.
        first = min((info.header_offset for info in archive.filelist), default=0)
        if first > 0 and head.startswith(_HEADER):
            raise Unopenable(Refusal.DAMAGED, "broken off")
        return ArchiveListing(entries=list(_of_zip(archive, _overlapping(archive, file))))
    except (*_WRONG, NotImplementedError) as error:
        raise Unopenable(*_what_it_is(head)) from error


def expand(file: IO[bytes], kind: str, most: int, target: Path) -> int:
    """Writes what a compressed file holds; returns its size. Raises Unopenable, OSError."""
    size = 0
    with target.open("xb") as written:
        for piece in _expanded(file, kind):
            size += len(piece)
            if size > PLENTY and size > file.tell() * _RATIO:
                raise Unopenable(Refusal.BOMB, f"{_RATIO}:1")
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
        while piece := source.read(_STEP):
            yield piece
    except _WRONG as error:
        raise Unopenable(Refusal.DAMAGED, str(error)) from error


def _what_it_is(head: bytes) -> tuple[Refusal, str]:
    if formats.is_first_part(head):
        return Refusal.FORMAT, "split"
    if formats.is_page(head):
        return Refusal.FORMAT, "web page"
    return Refusal.DAMAGED, "broken off" if formats.is_zip(head) else "not a zip"


def _is_last_part(file: IO[bytes]) -> bool:
    """Says whether the end of the directory names another disk than the first."""
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
    # What `zip` read from a pipe is marked as one, and is a file.
    if kind in _SPECIAL or (kind == stat.S_IFIFO and not info.file_size):
        return Refusal.SPECIAL
    if info.flag_bits & _ENCRYPTED or info.compress_type == _AES:
        return Refusal.ENCRYPTED
    return Refusal.DAMAGED if info.orig_filename.endswith(("/", "\\")) else None


def _is_folder(info: zipfile.ZipInfo, raw: bytes, kind: int) -> bool:
    """Says whether an entry stands for a folder and holds nothing, or has no bytes and is one."""
    by_dos = info.create_system not in _MADE_BY_UNIX and info.external_attr & _DOS_FOLDER
    named = raw.endswith((b"/", b"\\"))
    return not info.file_size and bool(named or kind == stat.S_IFDIR or by_dos)


def _overlapping(archive: zipfile.ZipFile, file: IO[bytes]) -> set[int]:
    """Finds the entries that reach into the next one's header; of those at one place one stays.

    The directory alone says where they begin: where there is no header, nothing is reached into.
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
    """Reads the name in Info-ZIP's field where it is of this name, else a name in ASCII."""
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
    """Gives the time without a zone; None when it is no time."""
    try:
        return datetime(*info.date_time)  # noqa: DTZ001 - DOS time has no zone
    except ValueError:
        return None


def _of_tar(file: IO[bytes], most: int, opened: ExitStack) -> ArchiveListing:
    """Lists a tar; a header that is damaged ends the list."""
    entries: list[ArchiveEntry] = []
    file.seek(0)
    try:
        archive = opened.enter_context(tarfile.TarFile(fileobj=file, encoding="utf-8"))
        while (info := archive.next()) is not None and len(entries) <= most and info.size >= 0:
            entries.append(_of_member(archive, info))
        file.seek(archive.offset)
        cut = info is None and bool(file.read(HEAD).strip(b"\0"))
    except (*_WRONG, NotImplementedError) as error:
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
