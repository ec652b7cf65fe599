"""The shell completes commands, options and the names of assignments."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tree import ROOT

GRADER = (sys.executable, "-c", "from grader.__main__ import main; main()")


def completed(words: str, position: str, shell: str, folder: Path) -> list[str]:
    """What the shell would offer for the last of the words."""
    given = {"COMP_WORDS": words, "COMP_CWORD": position, "_GRADER_COMPLETE": f"{shell}_complete"}
    run = subprocess.run(
        GRADER,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **given},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return run.stdout.split()


@pytest.mark.parametrize(
    ("words", "position"), [("grader check ka", "2"), ("grader collect x.zip -a ka", "4")]
)
def test_assignments_are_completed(words: str, position: str) -> None:
    """As an argument and as an option's value, inside the course."""
    assert completed(words, position, "bash", ROOT / "docs") == ["plain,kadai1", "plain,kadai2"]


def test_the_course_may_be_elsewhere(tmp_path: Path) -> None:
    """`--course` names it; without a course there is nothing to offer, and no error."""
    words = f"grader regrade --course {ROOT} kadai"
    assert completed(words, "4", "bash", tmp_path) == ["plain,kadai1", "plain,kadai2"]
    assert completed("grader regrade kadai", "2", "bash", tmp_path) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(shell: str) -> None:
    """The line of docs/en/commands.md gives it."""
    run = subprocess.run(
        GRADER,
        env={**os.environ, "PYTHONPATH": str(ROOT), "_GRADER_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert f"_GRADER_COMPLETE={shell}_complete" in run.stdout
    assert f"_GRADER_COMPLETE={shell}_source" in (ROOT / "docs/en/commands.md").read_text("utf-8")
