"""`grader regrade` makes every sheet anew from what is stored."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

from grader.sandbox import Rung
from tests.batch.classes import RIGHT, TRANSPOSED
from tests.commands.conftest import Say
from tests.sandbox.places import skip_unless_holds

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
    assert "0 graded, 2 unchanged" in said.out
    assert "5/9" in said.out
    assert '"total": 5.0' in (course / "results/kadai1/sheets/24A1201.json").read_text()
    assert ",5," in (course / "results/kadai1/grades.csv").read_text(encoding="utf-8-sig")


WRONG_WHEN_TIMED = (
    f"{RIGHT.replace('matmul', 'product')}\n"
    """\
def matmul(a, b):
    return product(b, a) if len(a) in (8, 16) else product(a, b)
"""
)


def test_a_wrong_result_while_timed_opens_the_criterion(
    course: Path, say: Say, inbox: Inbox
) -> None:
    """As soon as it was timed, in the table and in grades.csv; making sheets anew keeps it."""
    skip_unless_holds(next(iter(Rung)))
    edit(course, "first = 8\nlast = 256\nfactor = 1.5\nseconds = 5", "sizes = [8, 16]\nseconds = 1")
    folder, table = inbox(s201=WRONG_WHEN_TIMED, s202=RIGHT), course / "results/kadai1/grades.csv"

    def programs() -> list[tuple[str, str]]:
        """Points of the criterion, and what is open."""
        with table.open(encoding="utf-8-sig", newline="") as file:
            return [(row["program"], row["open"]) for row in csv.DictReader(file)]

    right = ("4", "discussion form")
    say("grade", "kadai1", "--no-timing", folder)
    assert programs() == [right, right]
    for words in (("grade", "kadai1", folder), ("regrade", "kadai1")):
        assert say(*words).code == 0
        assert programs() == [("", "program discussion form"), right]
    (finding,) = [
        one
        for one in json.loads((course / "results/kadai1/sheets/24A1201.json").read_text())[
            "findings"
        ]
        if one["check"] == "COR001"
    ]
    assert finding["verdict"] == "undecided"
    assert "(n = 8)" in finding["message"]


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
