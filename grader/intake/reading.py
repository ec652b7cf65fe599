"""List folders and read files without following links out of them.

Where the system allows, every step is opened from its parent's descriptor with O_NOFOLLOW, so a
link swapped in between looking and opening is refused too. Elsewhere each step is checked first.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from grader.intake.refusal import FileRefused
from grader.model.submission import Trouble

Parts = tuple[str, ...]  # components of a path below a root, as on disk

_BY_DESCRIPTOR = (
    os.open in os.supports_dir_fd and os.scandir in os.supports_fd and hasattr(os, "O_NOFOLLOW")
)
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # do not block on a FIFO
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
# Windows' junctions point elsewhere, as links do.
_REPARSE_LINKS = frozenset({0xA000_0003, 0xA000_000C})


class EntryKind(StrEnum):
    """Type of an entry; links are not followed."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    SPECIAL = "special"


class FolderEntry(Struct, frozen=True, kw_only=True):
    """An entry of a folder."""

    name: str
    kind: EntryKind


def kind_of(state: os.stat_result) -> EntryKind:
    """Classify as file, folder, link or special."""
    if stat.S_ISLNK(state.st_mode) or getattr(state, "st_reparse_tag", 0) in _REPARSE_LINKS:
        return EntryKind.LINK
    if stat.S_ISREG(state.st_mode):
        return EntryKind.FILE
    return EntryKind.FOLDER if stat.S_ISDIR(state.st_mode) else EntryKind.SPECIAL


def list_folder(root: Path, parts: Parts) -> Iterator[FolderEntry]:
    """List a folder below `root`, sorted by name. Raises FileRefused if it cannot be read."""
    with _entered(root, parts) as folder:
        try:
            with os.scandir(folder.itself) as entries:
                names = sorted(entry.name for entry in entries)
        except OSError as error:
            raise FileRefused(Trouble.UNREADABLE, error.strerror or "") from error
        for name in names:
            try:
                yield FolderEntry(name=name, kind=kind_of(_look(folder, name)))
            except FileRefused:
                continue  # it disappeared meanwhile


def look(root: Path, parts: Parts) -> FolderEntry:
    """Look up one name below `root`. Raises FileRefused if it does not exist."""
    with _entered(root, parts[:-1]) as folder:
        return FolderEntry(name=parts[-1], kind=kind_of(_look(folder, parts[-1])))


def read_file(root: Path, parts: Parts, cap: int) -> bytes:
    """Read a regular file below `root`, at most `cap` bytes. Raises FileRefused."""
    with _entered(root, parts[:-1]) as folder:
        kind = kind_of(_look(folder, parts[-1]))
        if kind is not EntryKind.FILE:
            raise FileRefused(_REFUSALS[kind])
        with os.fdopen(_open(folder, parts[-1], _FILE), "rb") as file:
            state = os.fstat(file.fileno())
            if kind_of(state) is not EntryKind.FILE:
                raise FileRefused(Trouble.SPECIAL)
            content = file.read(cap + 1) if state.st_size <= cap else b""
    if state.st_size > cap or len(content) > cap:
        raise FileRefused(Trouble.TOO_LARGE, str(state.st_size))
    return content


class _Folder(Struct, frozen=True, kw_only=True):
    """An open folder: by its descriptor where possible, else by its path."""

    path: Path
    descriptor: int | None

    @property
    def itself(self) -> int | Path:
        return self.path if self.descriptor is None else self.descriptor

    def name(self, name: str) -> str | Path:
        return self.path / name if self.descriptor is None else name


@contextmanager
def _entered(root: Path, parts: Parts) -> Iterator[_Folder]:
    """Descend from the root, refusing every step that is no real folder."""
    folder = _Folder(path=Path(), descriptor=None)
    for part in (str(root), *parts):
        try:
            below = _step(folder, part)
        finally:
            _leave(folder)
        folder = below
    try:
        yield folder
    finally:
        _leave(folder)


def _step(folder: _Folder, part: str) -> _Folder:
    kind = kind_of(_look(folder, part))
    if kind is not EntryKind.FOLDER:
        raise FileRefused(_REFUSALS.get(kind, Trouble.UNREADABLE))
    path = folder.path / part
    descriptor = _open(folder, part, _FOLDER) if _BY_DESCRIPTOR else None
    return _Folder(path=path, descriptor=descriptor)


def _leave(folder: _Folder) -> None:
    if folder.descriptor is not None:
        os.close(folder.descriptor)


def _look(folder: _Folder, name: str) -> os.stat_result:
    try:
        return os.stat(folder.name(name), dir_fd=folder.descriptor, follow_symlinks=False)
    except (OSError, ValueError) as error:
        raise FileRefused(Trouble.UNREADABLE, _reason(error)) from error


def _open(folder: _Folder, name: str, flags: int) -> int:
    try:
        return os.open(folder.name(name), flags, dir_fd=folder.descriptor)
    except OSError as error:
        raise FileRefused(Trouble.UNREADABLE, _reason(error)) from error


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


_REFUSALS = {
    EntryKind.LINK: Trouble.LINK,
    EntryKind.SPECIAL: Trouble.SPECIAL,
    EntryKind.FOLDER: Trouble.DIRECTORY,
}
