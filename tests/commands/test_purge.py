"""`grader purge` lists first, and removes after a word of confirmation."""

import io
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import Say


class Terminal(io.StringIO):
    """Somebody who types this."""

    def isatty(self) -> bool:
        """Is what a terminal says."""
        return True


@pytest.fixture
def due(course: Path) -> Path:
    """A results folder that nobody may keep any longer."""
    with (course / "course.toml").open("a", encoding="utf-8") as file:
        file.write("\n[retention]\nkeep_days = 0\n")
    folder = course / "results/kadai1"
    folder.mkdir(parents=True)
    (folder / "grades.csv").write_text("x", encoding="utf-8")
    return folder


def test_without_a_word_it_only_lists(say: Say, due: Path) -> None:
    """And says how to remove it."""
    said = say("purge", "--lang", "en")
    assert said.code == 0
    assert "results/kadai1" in said.out
    assert "--yes" in said.out
    assert due.exists()


@pytest.mark.parametrize(("answer", "stays"), [("y\n", False), ("n\n", True), ("\n", True)])
def test_at_a_terminal_it_asks(
    say: Say, due: Path, monkeypatch: pytest.MonkeyPatch, answer: str, stays: object
) -> None:
    """After the list; Enter alone removes nothing."""
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    said = say("purge", "--lang", "en")
    assert said.code == 0
    assert said.out.index("results/kadai1") < said.out.index("Remove exactly these?")
    assert due.exists() is stays


def test_what_is_asked_for_as_json_is_not_asked(
    say: Say, due: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program answers no questions."""
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert say("purge", "--json").document["items"][0]["removed"] is False
    assert due.exists()
