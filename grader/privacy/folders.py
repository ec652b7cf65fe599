"""Make folders for students' data private to their owner, and ignored by git."""

import os
import shutil
import stat
import subprocess
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path

from grader.model.errors import StoreError

PRIVATE = 0o700

PROBES = (
    *("grades.csv", "grader.sqlite", "sheets/24A1201.html"),
    *("grades.csv.2025-04-18T090000.000000Z", "backups/grader.sqlite.2025-04-18T090000.000000Z"),
)
"""Files as grader writes them; a rule about one kind of file does not cover the others."""

_SECONDS = 20.0
_HARMLESS = (".git", "readme")  # a repository itself, and a file that keeps an empty folder in one
_GIT = ("--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
"""Settings with which git never runs a program that a repository names."""


class Git(StrEnum):
    """The state of a folder for git."""

    OUTSIDE = "outside"  # of every work tree
    IGNORED = "ignored"
    EXPOSED = "exposed"  # git would add it, or has
    UNKNOWN = "unknown"  # in what looks like a work tree, but git is missing or gives no answer


def ensure_private(folder: Path) -> bool:
    """Make the folder private, or tighten an existing one; return whether it is private.

    False where modes have no effect (Windows, some mounted disks) or someone else owns the folder,
    which is worth a warning. Missing parents are made private too; existing ones are not changed.
    Raises StoreError if a link or a file is in its place, or it cannot be made.
    """
    if folder.is_symlink():
        raise StoreError("{path} is a link; grader writes only to real folders", path=folder)
    try:
        missing = [
            missing_folder
            for missing_folder in (folder, *folder.parents)
            if not missing_folder.exists()
        ]
        for missing_folder in reversed(missing):
            missing_folder.mkdir(mode=PRIVATE, exist_ok=True)
        if not folder.is_dir():
            raise NotADirectoryError(0, "not a folder")
        _tighten(folder)
        return os.name != "nt" and not stat.S_IMODE(folder.stat().st_mode) & 0o077
    except OSError as error:
        raise StoreError(
            "{path}: the folder cannot be created ({reason})", path=folder, reason=error.strerror
        ) from error


def _tighten(folder: Path) -> None:
    """Change the mode of our own folder; the caller checks whether that worked."""
    if os.name == "nt":
        return
    state = folder.stat()
    if state.st_uid == os.geteuid() and stat.S_IMODE(state.st_mode) & 0o077:
        try:
            folder.chmod(stat.S_IMODE(state.st_mode) & ~0o077 | PRIVATE)
        except PermissionError:
            return


def ask_git(folder: Path) -> Git:
    """Return how git treats the contents, now or later, of a folder that need not exist yet.

    It asks whether git ignores all of the folder's files, and those that grader would write.
    Committed files are not ignored, whatever the rules are.
    """
    folder = folder.resolve()
    if _work_tree(folder) is None:
        return Git.OUTSIDE
    there = [
        path
        for path in (*folder.glob("*"), *folder.glob("*/*"))
        if path.is_file() and not _is_harmless(path)
    ]
    probes = [*(folder / probe for probe in PROBES), *there]
    ignored = _ignored(next(above for above in (folder, *folder.parents) if above.is_dir()), probes)
    if ignored is None:
        return Git.UNKNOWN
    return Git.IGNORED if ignored == len(probes) else Git.EXPOSED


def exposed_files(files: Iterable[Path], fictional: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return the files that git would add, or has; in `fictional` folders this is allowed."""
    return tuple(
        file
        for file in dict.fromkeys(path.resolve() for path in files)
        if file.is_file()
        and not any(file.is_relative_to(exempt.resolve()) for exempt in fictional)
        and _work_tree(file.parent) is not None
        and _ignored(file.parent, [file]) == 0
    )


def _is_harmless(path: Path) -> bool:
    return path.name.lower().startswith(_HARMLESS) or path.parent.name == ".git"


def refuse_tracked(folder: Path, fictional: Sequence[Path] = ()) -> Git:
    """Raise StoreError if git would add students' data written to the folder.

    Nothing is refused in a `fictional` folder (a course's submissions/demo), whose students do not
    exist. UNKNOWN is worth a warning.
    """
    if any(folder.resolve().is_relative_to(exempt.resolve()) for exempt in fictional):
        return Git.IGNORED
    git = ask_git(folder)
    if git is Git.EXPOSED:
        raise StoreError(
            "{folder} is inside a git repository that does not ignore it, and student data "
            "must not be committed; add the line {rule} to .gitignore, or choose a different "
            "folder",
            folder=folder,
            rule=rule_for(folder),
        )
    return git


def rule_for(folder: Path) -> str:
    """Return the line for the repository's .gitignore that ignores a folder or file."""
    folder = folder.resolve()
    inside = folder.relative_to(_work_tree(folder) or folder.anchor).as_posix()
    literal = "".join(
        f"\\{character}" if character in "\\*?[" else character for character in inside
    )
    return "*" if inside == "." else f"/{literal}{'' if folder.is_file() else '/'}"


def _work_tree(folder: Path) -> Path | None:
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), None)


def _ignored(where: Path, probes: Sequence[Path]) -> int | None:
    """Count the probes that git ignores; None if git is missing or gives no answer."""
    program = shutil.which("git")
    if program is None or not Path(program).is_absolute():
        return None
    # Variables that would direct git to another repository, as in a hook, are removed.
    environment = {
        key: setting for key, setting in os.environ.items() if not key.startswith("GIT_")
    }
    try:
        answer = subprocess.run(  # noqa: S603 - git, no shell
            [program, *_GIT, "check-ignore", "-z", "--stdin"],
            cwd=where,
            input=b"\0".join(map(os.fsencode, probes)),
            capture_output=True,
            env={**environment, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.count(b"\0") if answer.returncode in (0, 1) else None
