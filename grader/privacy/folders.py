"""Folders for students' data: only their owner looks in."""

import os
import stat
from pathlib import Path

from grader.model.errors import StoreError

PRIVATE = 0o700


def ensure_private(folder: Path) -> bool:
    """Makes the folder for its owner alone, tightening one that is there; says whether it is so.

    False where modes do nothing (Windows, some mounted disks) or the folder is somebody else's:
    worth a warning. Missing folders above it are made private too; those that are there stay as
    they are. StoreError when there is a link or a file in its place, or it cannot be made.
    """
    if folder.is_symlink():
        raise StoreError("{path} is a link; grader writes only into real folders", path=folder)
    try:
        _make(folder)
        _tighten(folder)
        return os.name != "nt" and not stat.S_IMODE(folder.stat().st_mode) & 0o077
    except OSError as error:
        raise StoreError(
            "{path}: the folder cannot be made ({reason})", path=folder, reason=error.strerror
        ) from error


def _make(folder: Path) -> None:
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        one.mkdir(mode=PRIVATE, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(0, "not a folder")


def _tighten(folder: Path) -> None:
    """Changes the mode of our own folder; whether that worked shows afterwards."""
    if os.name == "nt":
        return
    found = folder.stat()
    if found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) & 0o077:
        try:
            folder.chmod(stat.S_IMODE(found.st_mode) & ~0o077 | PRIVATE)
        except PermissionError:
            return
