"""How this process was called, so that every command shown can be typed as it stands."""

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

PROGRAM = "grader"


def program_as_called() -> str:
    """Return what was typed before the command: `grader`, or `python3 -m grader`."""
    words = sys.orig_argv
    if "-m" in words and words[words.index("-m") + 1 :][:1] == [PROGRAM]:
        return f"{interpreter_as_called()} -m {PROGRAM}"
    script = sys.argv[0]
    if Path(script).stem != PROGRAM:
        return PROGRAM  # a test, or another program that calls ours
    found = shutil.which(PROGRAM)
    return PROGRAM if found is not None and _place(found) == _place(script) else quoted(script)


def interpreter_as_called() -> str:
    """Return how the Python of this process is started again."""
    typed = sys.orig_argv[0] if "-m" in sys.orig_argv else sys.executable
    if os.name == "nt" and Path(typed).is_absolute() and sys.prefix == sys.base_prefix:
        return "py"  # the launcher hands the full path on
    return quoted(typed)


def install_command(packages: Iterable[str]) -> str:
    """Return the command that installs packages for this Python."""
    return " ".join([interpreter_as_called(), "-m pip install", *packages])


def quoted(name: str) -> str:
    """Quote a name with blanks, as one types it on a command line."""
    return f'"{name}"' if " " in name else name


def _place(script: str) -> str:
    """Return where a script is, the same for `grader` and `grader.exe`."""
    return os.path.normcase(Path(script).resolve().with_suffix(""))
