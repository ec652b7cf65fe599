"""What lies in a folder, without following a link: counted, and recognised when it changed."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

REPARSE_POINT = 0x400  # Windows: a junction, or another thing that stands for a place elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """How much there is. Equal contents are the same things, unchanged."""

    files: int
    size_bytes: int
    newest_ns: int  # when anything was changed last
    inode: tuple[int, int]  # of the folder or file itself


def contents_of(path: Path) -> Contents:
    """Counts a file, or all that lies in a folder. OSError when it is not there."""
    top = path.lstat()
    found = [top]
    if stat.S_ISDIR(top.st_mode) and not is_link(top):
        folders, others = inside(path)
        found += [one for each in (*folders[1:], *others) if (one := _state(each))]
    plain = [one for one in found if not stat.S_ISDIR(one.st_mode)]
    return Contents(
        files=len(plain),
        size_bytes=sum(one.st_size for one in plain),
        newest_ns=max(one.st_mtime_ns for one in found),
        inode=(top.st_dev, top.st_ino),
    )


def inside(folder: Path) -> tuple[list[Path], list[Path]]:
    """Lists a folder's folders, itself first and outer ones before inner ones, and all else.

    A link is one of the others, whatever it leads to, and so is a folder of another disk. What
    cannot be read is taken for empty.
    """
    device = folder.lstat().st_dev
    folders = [folder]
    others: list[Path] = []
    for one in folders:  # grows while it is walked through
        for path in _listed(one):
            state = _state(path)
            plain = state is not None and stat.S_ISDIR(state.st_mode) and not is_link(state)
            ours = plain and state is not None and state.st_dev == device
            (folders if ours else others).append(path)
    return folders, others


def is_link(state: os.stat_result) -> bool:
    """Says whether it leads elsewhere."""
    attributes: int = getattr(state, "st_file_attributes", 0)
    return stat.S_ISLNK(state.st_mode) or bool(attributes & REPARSE_POINT)


def leads_elsewhere(path: Path, root: Path) -> bool:
    """Says whether a path below `root` is a link, or goes through one."""
    above = [one for one in (path, *path.parents) if one != root and one.is_relative_to(root)]
    return any((state := _state(one)) is None or is_link(state) for one in above)


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except OSError:
        return None
