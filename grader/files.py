"""Write files atomically, and never through a link.

All files that grader writes for people, or to read again itself, are written here: into a draft
beside the file, which then replaces it in one step. A concurrent reader, or one after a crash or a
full disk, finds either the old file or the new one.
"""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from grader.model.errors import StoreError

DRAFT = re.compile(r"\..+\.[0-9a-f]{16}\.draft")
"""The name of a file that is being written; see `draft_beside`."""


def write_file(path: Path, data: bytes, *, durable: bool = False, private: bool = False) -> None:
    """Write a file with these bytes at `path`. Raises StoreError when it cannot be written.

    A link at `path` is replaced, not followed. `durable` waits until file and name are on the disk;
    what can be rebuilt from the store need not wait. A `private` file is for its owner alone.
    """
    draft = draft_beside(path)
    try:
        try:
            _write_new(draft, data, private=private)
            put_in_place(draft, path, durable=durable)
        except BaseException:
            _remove(draft)
            raise
    except OSError as error:
        raise StoreError(
            "{path}: cannot be written: {reason}", path=path, reason=error.strerror or error
        ) from error


def write_once(path: Path, data: bytes) -> None:
    """Write a private, durable file at `path` unless one exists. Raises OSError.

    A hard link, unlike a rename, never replaces what another process has made meanwhile.
    """
    draft = draft_beside(path)
    try:
        _write_new(draft, data, private=True)
        _flush(draft)
        with suppress(FileExistsError):
            os.link(draft, path)
        _flush(path.parent)
    finally:
        _remove(draft)


def draft_beside(path: Path) -> Path:
    """Return a new path on the same disk that no other writer uses."""
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.draft")


def put_in_place(draft: Path, path: Path, *, durable: bool = False) -> None:
    """Rename a finished file to `path`, atomically replacing what is there. Raises OSError."""
    if durable:
        _flush(draft)
    draft.replace(path)
    if durable:
        _flush(path.parent)


def remove_drafts(folder: Path) -> None:
    """Remove half-written files of a killed process from this folder.

    No other process may be writing there. A draft that cannot be removed stays.
    """
    for path in folder.glob(".*.draft"):
        if DRAFT.fullmatch(path.name):
            _remove(path)


def nearest_file(start: Path, *names: str) -> Path | None:
    """Walk up from `start` to the first folder with one of these files; the first name wins."""
    here = start.resolve()
    places = (folder / name for folder in (here, *here.parents) for name in names)
    return next((path for path in places if path.is_file()), None)


def real_folder(path: Path) -> Path:
    """Make the folder if need be; raise StoreError when a link or a file is in its place."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            "{path}: the folder cannot be created ({reason})", path=path, reason=error.strerror
        ) from error
    if path.is_symlink():
        raise StoreError("{path} is a link; grader writes only to real folders", path=path)
    return path


def _write_new(path: Path, data: bytes, *, private: bool) -> None:
    """Create a file; fail if anything exists at `path`, even a dangling link."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o600 if private else 0o666), "wb") as file:
        file.write(data)


def _remove(draft: Path) -> None:
    with suppress(OSError):
        draft.unlink()


def _flush(path: Path) -> None:
    """Wait until a file is on the disk, or a folder where this is possible."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
