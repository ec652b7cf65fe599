"""A course to give commands in, and how to give them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.__main__ import run
from tests.batch.classes import make_class, make_course

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
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of this course, as the current folder; what is logged stays in the test's folder."""
    root = make_course(tmp_path / "course").root
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    return root


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
