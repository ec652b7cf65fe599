"""Files that appear whole or not at all, and never where a link points."""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from grader.model.errors import StoreError

DRAFT = re.compile(r"\..+\.[0-9a-f]{16}\.draft")
"""The name of a file that is being written; see `write_file`."""


def real_folder(path: Path) -> Path:
    """Makes the folder if need be; raises StoreError when a link or a file is in its place."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            "{path}: the folder cannot be made ({reason})", path=path, reason=error.strerror
        ) from error
    if path.is_symlink():
        raise StoreError("{path} is a link; grader writes only into real folders", path=path)
    return path


def write_file(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Writes beside `path` and renames, so that a reader sees the old file or the new one.

    A link at `path` is replaced, not followed. `durable` waits until the disk has the bytes; what
    can be rebuilt from the store need not wait. Raises StoreError when it cannot be written.
    """
    draft = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.draft")
    try:
        _write_new(draft, data, durable=durable)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StoreError(
            "{path} cannot be written ({reason})", path=path, reason=error.strerror
        ) from error


def remove_drafts(folder: Path) -> None:
    """Removes what a killed process left in the middle of `write_file` in this folder.

    Nobody else may be writing there. A draft that cannot be removed stays.
    """
    for path in folder.glob(".*.draft"):
        if DRAFT.fullmatch(path.name):
            with suppress(OSError):
                path.unlink()


def _write_new(path: Path, data: bytes, *, durable: bool) -> None:
    """Fails when anything is at `path` already, a dangling link included."""
    with path.open("xb") as file:
        file.write(data)
        if durable:
            file.flush()
            os.fsync(file.fileno())
