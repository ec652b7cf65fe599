"""Whether git would take a file up: students' data must not get into a repository.

git is asked where there is one; nothing it reads can make it run a program of somebody else's.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from grader.model.errors import StoreError

PROBES = (
    *("grades.csv", "grader.sqlite", "pseudonyms.csv", "sheets/24A1201.html"),
    *("grades.csv.2025-04-18T090000.000000Z", "backups/grader.sqlite.2025-04-18T090000.000000Z"),
)
"""Files as grader writes them; a rule about one kind of file does not cover the others."""

SECONDS = 20.0
_SAFE = ("--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_Told = subprocess.CompletedProcess[bytes]
_HARMLESS = (b".gitignore", b".gitkeep", b"readme")  # that keep an empty folder in a repository


class Git(StrEnum):
    """Where a folder lies, for git."""

    OUTSIDE = "outside"  # of every work tree
    IGNORED = "ignored"
    EXPOSED = "exposed"  # git would take it up, or has
    UNKNOWN = "unknown"  # in what looks like a work tree, but git is not there or does not say


def ask_git(folder: Path) -> Git:
    """Says how git sees what is, or will be, in a folder that need not be there yet."""
    folder = folder.resolve()
    top = work_tree(folder)
    if top is None:
        return Git.OUTSIDE
    probes = [os.fsencode(folder / probe) for probe in PROBES]
    told = _git(_existing(folder), "check-ignore", "-z", "--stdin", given=b"\0".join(probes))
    if told is None or told.returncode not in (0, 1):
        return Git.UNKNOWN
    ignored = len([one for one in told.stdout.split(b"\0") if one])
    if ignored < len(PROBES) or _holds_tracked(folder):
        return Git.EXPOSED
    return Git.IGNORED


def tracked_by_git(folder: Path) -> bool:
    """Says whether git would take up, or has taken up, what lies in the folder."""
    return ask_git(folder) is Git.EXPOSED


def refuse_tracked(folder: Path, fictional: Sequence[Path] = ()) -> Git:
    """Raises StoreError when git would take up students' data written to the folder.

    Nothing is refused in a `fictional` folder (a course's submissions/demo), whose students do not
    exist. UNKNOWN is worth a warning.
    """
    if any(folder.resolve().is_relative_to(one.resolve()) for one in fictional):
        return Git.IGNORED
    seen = ask_git(folder)
    if seen is Git.EXPOSED:
        raise StoreError(
            "{folder} lies in a git repository that does not ignore it, and students' data "
            "must not get into one; add the line {rule} to .gitignore, or choose another "
            "folder",
            folder=folder,
            rule=rule_for(folder),
        )
    return seen


def work_tree(folder: Path) -> Path | None:
    """Finds the work tree that a folder lies in by its `.git`, without git."""
    return next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)


def rule_for(folder: Path) -> str:
    """Says which line of the top's .gitignore ignores the folder."""
    folder = folder.resolve()
    top = work_tree(folder)
    inside = folder.relative_to(top).as_posix() if top else folder.as_posix()
    return "*" if inside == "." else f"/{_literal(inside)}/"


def _literal(path: str) -> str:
    """Keeps git from reading marks in a name as a pattern."""
    return "".join(f"\\{one}" if one in "\\*?[" else one for one in path)


def _holds_tracked(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    told = _git(folder, "ls-files", "-z", "--", ".")
    if told is None or told.returncode != 0:
        return False
    names = [one.rsplit(b"/")[-1].lower() for one in told.stdout.split(b"\0") if one]
    return any(not one.startswith(_HARMLESS) for one in names)


def _existing(folder: Path) -> Path:
    return next(one for one in (folder, *folder.parents) if one.is_dir())


def _git(folder: Path, *command: str, given: bytes = b"") -> _Told | None:
    """Runs git in a folder; None when there is none, or it does not end."""
    program = shutil.which("git")
    if program is None or not Path(program).is_absolute():
        return None
    try:
        return subprocess.run(  # noqa: S603 - git, no shell
            [program, *_SAFE, *command],
            cwd=folder,
            input=given,
            capture_output=True,
            env=dict(_environment()),
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def _environment() -> Iterator[tuple[str, str]]:
    """Leaves out what would send git to another repository, as in a hook."""
    yield from ((key, value) for key, value in os.environ.items() if not key.startswith("GIT_"))
    yield from (("GIT_OPTIONAL_LOCKS", "0"), ("GIT_TERMINAL_PROMPT", "0"), ("LC_ALL", "C"))
