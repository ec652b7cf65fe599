"""The folder of the demo: the first course, written without overwriting anyone's changes."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from grader.files import write_file
from grader.model.errors import GraderError

MARK = ".grader-demo.json"  # written files, by path, with their digests
SUBMITTED = "submissions/"


class LaidDown(Struct, frozen=True, kw_only=True):
    """The current content of the folder."""

    changed: tuple[str, ...]  # changed by someone else, and left so
    is_ours: bool  # every submission in it is unchanged and from the fictional class


def lay_down(folder: Path, files: Mapping[str, bytes]) -> LaidDown:
    """Write the course, and replace unchanged files of an older version.

    Raises GraderError if something else is in its place, or it cannot be written.
    """
    before = _marked(folder)
    changed = []
    try:
        for name, data in files.items():
            path = folder / name
            there = _digest(path.read_bytes()) if path.is_file() else ""
            if there not in {"", before.get(name), _digest(data)}:
                changed.append(name)
            elif there != _digest(data):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_file(path, data)
        marks = {name: _digest(data) for name, data in files.items()}
        write_file(folder / ".gitignore", b"*\n")
        write_file(folder / MARK, json.dumps(marks, indent=0).encode())
    except OSError as error:
        raise GraderError(
            "{folder} cannot be written: {reason}",
            folder=error.filename or folder,
            reason=error.strerror or str(error),
        ) from error
    submitted = (path for path in (folder / SUBMITTED).rglob("*") if not path.is_dir())
    return LaidDown(
        changed=tuple(changed),
        is_ours=all(_is_as_given(path, folder, files) for path in submitted),
    )


def _marked(folder: Path) -> Mapping[str, str]:
    """Read which files were written; empty for a missing or empty folder."""
    try:
        found = json.loads((folder / MARK).read_bytes())
    except FileNotFoundError:
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return {}
    except (OSError, ValueError):
        pass
    else:
        if isinstance(found, dict):
            return found
    raise GraderError(
        "{folder} is there already and is not a folder of the demo; nothing was written. Choose "
        "another one with --output",
        folder=folder,
    )


def _is_as_given(path: Path, folder: Path, files: Mapping[str, bytes]) -> bool:
    given = files.get(path.relative_to(folder).as_posix())
    return given is not None and not path.is_symlink() and path.read_bytes() == given


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
