"""A course to give commands in, and how to give them."""

import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import chdir, closing
from pathlib import Path
from typing import Any

import pytest

from tests.batch.classes import make_class, make_course
from tests.conftest import Once
from tests.one_cpu import run
from tests.tree import ROOT

Say = Callable[..., "Said"]


class Said:
    """What a command answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def document(self) -> Any:
        """The JSON document on stdout; it is all of stdout."""
        return json.loads(self.out)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Gives a command as on the command line, in English unless it says otherwise."""

    def give(*words: object) -> Said:
        capsys.readouterr()
        code = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return give


@pytest.fixture
def inbox(course: Path) -> Callable[..., Path]:
    """Hands programs in."""

    def hand_in(**programs: str) -> Path:
        named = {f"24A1{name.removeprefix('s')}": text for name, text in programs.items()}
        return make_class(course / "inbox", named)

    return hand_in


@pytest.fixture
def graded_inbox(course: Path, once: Once) -> Callable[..., Path]:
    """Hands programs in, graded without timing into `out`; the same class is graded once a run."""

    def hand_in(*, out: str = "results/kadai1", **programs: str) -> Path:
        name = hashlib.sha256(repr(sorted(programs.items())).encode()).hexdigest()[:16]

        def grade() -> None:
            make_class(Path("inbox"), {f"24A1{key[1:]}": text for key, text in programs.items()})
            assert run(["grade", "kadai1", "--no-timing", "inbox"]) == 0

        return _copied(once, f"class-{name}", grade, course, "inbox", out)

    return hand_in


def _copied(
    once: Once, name: str, grade: Callable[[], None], course: Path, handed_in: str, out: str
) -> Path:
    """Copy what `grade` makes in a course of its own; return the results folder."""

    def fill(folder: Path) -> None:
        make_course(folder)
        with chdir(folder):
            grade()

    made = once(name, fill)
    for part in (".grader", handed_in):
        shutil.copytree(made / part, course / part, dirs_exist_ok=True)
    results = course / out
    shutil.copytree(made / "results" / "kadai1", results)
    database = results / "grader.sqlite"  # not opened as a Store, which would make a backup
    with closing(sqlite3.connect(database)) as connection, connection:
        folder = os.fsencode(course / handed_in)
        assert connection.execute("UPDATE course SET folder = ?", (folder,)).rowcount == 1
    return results


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder for each of two students, zipped, with programs that end at once."""
    path = tmp_path / "small.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for student in ("24A1201", "24A1202"):
            info = zipfile.ZipInfo(f"{student}/kadai1.py", (2025, 4, 17, 9, 0, 0))
            archive.writestr(info, "import numpy\n")
    return path


@pytest.fixture
def graded(course: Path, small: Path, once: Once) -> Path:
    """The two students, graded."""

    def grade() -> None:
        roster = ROOT / "submissions" / "demo" / "downloads" / "roster.csv"
        assert run(["collect", str(small), "-a", "kadai1", "--roster", str(roster)]) == 0
        assert run(["grade", "kadai1", "--no-timing"]) == 0

    name = hashlib.sha256(small.read_bytes()).hexdigest()[:16]
    return _copied(
        once, f"two-students-{name}", grade, course, "submissions/kadai1", "results/kadai1"
    )
