"""A course to give commands in, and how to give them."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.batch.classes import make_class
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
def small(tmp_path: Path) -> Path:
    """A download as Moodle writes it, of two students with programs that end at once."""
    path = tmp_path / "small.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number, name in ((31201, "山田 太郎"), (31202, "佐藤 花子")):
            entry = f"{name}_{number}_assignsubmission_file/kadai1.py"
            info = zipfile.ZipInfo(entry, (2025, 4, 17, 9, number - 31200, 0))
            archive.writestr(info, "import numpy\n")
    return path


@pytest.fixture
def graded(course: Path, say: Say, small: Path) -> Path:
    """The two students, graded."""
    roster = ROOT / "submissions" / "demo" / "downloads" / "roster.csv"
    said = say("collect", small, "-a", "kadai1", "--roster", roster)
    assert said.code == 0, said.err
    assert say("grade", "kadai1", "--no-timing").code == 0
    return course / "results" / "kadai1"
