"""`grader regrade` makes every sheet anew from what is stored."""

from collections.abc import Callable
from pathlib import Path

from tests.batch.classes import RIGHT, TRANSPOSED
from tests.commands.conftest import Say

Inbox = Callable[..., Path]


def edit(course: Path, before: str, after: str) -> None:
    """Changes the assignment's file."""
    path = course / "assignments/kadai1/assignment.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_changed_points_are_in_every_file(course: Path, say: Say, inbox: Inbox) -> None:
    """Even when the submissions are gone: nothing is run, so nothing is needed."""
    folder = inbox(s201=RIGHT, s202=TRANSPOSED)
    say("grade", "kadai1", "--no-timing", folder)
    folder.rename(course / "gone")
    edit(course, "points = 4", "points = 5")
    said = say("regrade", "kadai1", "--lang", "en")
    assert said.code == 0, said.err
    assert "0 graded, 2 changed, 0 unchanged" in said.out
    assert "5/9" in said.out
    assert '"total": 5.0' in (course / "results/kadai1/sheets/24A1201.json").read_text()
    assert ",5," in (course / "results/kadai1/grades.csv").read_text(encoding="utf-8-sig")


def test_changed_exercise_asks_for_grade(course: Path, say: Say, inbox: Inbox) -> None:
    """Evidence of an older definition is named."""
    say("grade", "kadai1", "--no-timing", inbox(s201=RIGHT))
    edit(course, "call_seconds = 5", "call_seconds = 9")
    said = say("regrade", "kadai1", "--lang", "en")
    assert "1 observed before the exercises or references changed: 24A1201" in said.out


def test_nothing_to_regrade(course: Path, say: Say) -> None:
    """The sentence names the command to begin with."""
    said = say("regrade", "kadai1")
    assert said.code == 2
    assert "run `grader grade` first" in said.err


def test_damaged_store(course: Path, say: Say, inbox: Inbox) -> None:
    """A damaged file is a sentence and exit code 2."""
    say("grade", "kadai1", "--no-timing", inbox(s201=RIGHT))
    (course / "results/kadai1/grader.sqlite").write_bytes(b"no database" * 999)
    said = say("regrade", "kadai1")
    assert said.code == 2
    assert "grader.sqlite: is damaged" in said.err
