"""Tries a course's references in a process of their own, before anything here depends on them."""

import hashlib
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader import __version__
from grader.course.references import ONLY_COMPUTES
from grader.model.course import Assignment
from grader.model.errors import CourseError, unpack
from grader.reference_proof import Trial
from grader.store import user_state_folder

CALL_SECONDS = 30.0  # of one call; honest ones take milliseconds
ALL_SECONDS = 1_800.0  # of everything: only a machine that stands still takes longer
START = "import sys; sys.path[:] = {path!r}; from grader.reference_proof import main; main()"
STOOD = re.compile(r'File ".*?(reference[/\\][^"]*)", line (\d+) in ')


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What a trial showed that ended well."""

    clean: bool = False  # nothing was raised either
    proved: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Problems of a thorough trial, by exercise, of its "reference" and its "lookalikes"."""
    prints: tuple[str, ...] = ()  # places: "reference/matmul.py: line 12"


def ensure_references(
    root: Path, assignment: Assignment, digests: Mapping[str, str], environ: Mapping[str, str]
) -> None:
    """Tries references that were never tried before, as they now are, for this assignment.

    CourseError says with file and line which one ends the interpreter or never ends. What passed is
    remembered in the user's state folder.
    """
    python = f"{sys.version} {sys.prefix}"
    tried = [__version__, python, sorted(digests.items()), repr(assignment.exercises)]
    name = hashlib.sha256(json.dumps(tried).encode()).hexdigest()
    mark = user_state_folder(environ) / "references" / name
    if mark.exists():
        return
    if try_references(root, assignment, thorough=False).clean:
        try:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
        except OSError:
            return  # they are tried again next time


def try_references(root: Path, assignment: Assignment, *, thorough: bool) -> Tried:
    """Has every function called in a process of its own; CourseError when one does not end well."""
    trial = Trial(root=root, assignment=assignment, thorough=thorough, seconds=CALL_SECONDS)
    process = subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-P", "-c", START.format(path=sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        out, _ = process.communicate(pickle.dumps(trial), ALL_SECONDS)
    except subprocess.TimeoutExpired:
        out = b""
    finally:
        process.kill()
        process.wait()
    lines = out.decode(errors="replace").splitlines()
    told = [message for line in lines if (message := _message(line))]
    last = told[-1] if told else {}
    if "problems" in last:
        problems = {str(message): message for message in map(unpack, last["problems"])}
        raise CourseError(list(problems.values()))
    if "prints" in last:
        return Tried(**{**last, "prints": tuple(last["prints"])})
    raise CourseError((_ended(told, lines, process.returncode),))


def _message(line: str) -> dict[str, Any]:
    """Reads one line; {} when it is one of a traceback."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _ended(told: Sequence[Mapping[str, Any]], lines: Sequence[str], code: int) -> str:
    """Says where it ended, and how."""
    calls = [message["call"] for message in told if "call" in message]
    call = calls[-1] if calls else "reference"
    if told and "exit" in told[-1]:
        place = told[-1]["place"] or call
        return f"{place}: ends the interpreter (os._exit); {ONLY_COMPUTES}"
    if any(line.startswith("Timeout (") for line in lines):
        stood = next(filter(None, map(STOOD.search, lines)), None)
        place = f"{stood[1]}: line {stood[2]}" if stood else call
        return f"{place}: did not end within {CALL_SECONDS:g} s and was stopped there"
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{call}: ended the process that it was tried in ({how}); {ONLY_COMPUTES}"
