"""Commands that are shown can be typed: `grader …`, `python3 -m grader …`, or a path."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.tree import ROOT

WRONG = "def matmul(a, b):\n    return [list(row) for row in zip(*a)]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A student's folder with a wrong program."""
    (tmp_path / "kadai1.py").write_text(WRONG, encoding="utf-8")
    return tmp_path


def called(*words: str, folder: Path, path: Path | None = None) -> str:
    """Call a program as a shell does, and return what it says."""
    before = [str(path)] if path is not None else []
    said = subprocess.run(
        [*words, "--lang", "en"],
        cwd=folder,
        env={**os.environ, "PATH": os.pathsep.join([*before, "/usr/bin", "/bin"])},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return said.stdout + said.stderr


CHECK = ("check", "kadai1", "kadai1.py", "--course", str(ROOT))


def test_commands_are_shown_as_python_was_called(folder: Path) -> None:
    """In hints, in the help's examples and usage, and in the sentences that end a command."""
    start = (sys.executable, "-m", "grader")
    shown = f"{sys.executable} -m grader"
    assert f"{shown} explain " in called(*start, *CHECK, folder=folder)
    helped = called(*start, "check", "--help", folder=folder)
    assert f"Usage: {shown} check" in helped
    assert f"{shown} check kadai1 kadai1.py report.docx" in helped
    refused = called(*start, "explain", "???", folder=folder)
    assert f"run `{shown} explain` to list all checks" in refused


def test_a_script_outside_of_the_path_is_shown_with_its_place(folder: Path) -> None:
    """In an environment that was not activated, plain `grader` would not be found."""
    script = Path(sysconfig.get_path("scripts")) / "grader"
    if not script.is_file():
        pytest.skip("grader is not installed as a command here")
    assert f"{script} explain " in called(str(script), *CHECK, folder=folder)
    assert ": grader explain " in called(str(script), *CHECK, folder=folder, path=script.parent)
