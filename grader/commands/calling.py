"""Find out how this process was called, so that every command shown can be typed as it is."""

import os
import shutil
import sys
from pathlib import Path

from grader.extras import CALLED_AS, interpreter_as_called, quoted

PROGRAM = "grader"


def program_as_called() -> str:
    """Return the words typed before the command: `grader`, or `python3 -m grader`."""
    if named := os.environ.get(CALLED_AS):  # a kit's kit.py was typed, which starts us
        return named
    words = sys.orig_argv
    if "-m" in words and words[words.index("-m") + 1 :][:1] == [PROGRAM]:
        return f"{interpreter_as_called()} -m {PROGRAM}"
    script = sys.argv[0]
    if Path(script).stem != PROGRAM:
        return PROGRAM  # a test, or another program that calls ours
    found = shutil.which(PROGRAM)
    return PROGRAM if found is not None and _place(found) == _place(script) else quoted(script)


def _place(script: str) -> str:
    """Return where a script is, the same for `grader` and `grader.exe`."""
    return os.path.normcase(Path(script).resolve().with_suffix(""))
