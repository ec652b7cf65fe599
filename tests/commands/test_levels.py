"""A class is graded on a lower level of isolation than before only when somebody says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.sandbox import IsolationLevel, ladder, probe
from tests.batch.classes import RIGHT
from tests.commands.conftest import Say

Inbox = Callable[..., Path]
GRADE = ("grade", "kadai1", "--no-timing", "inbox", "--lang", "en")


@pytest.fixture
def lowered(
    say: Say, graded_inbox: Inbox, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> tuple[IsolationLevel, IsolationLevel]:
    """A class graded on the best level here, to which one more has handed in; only B holds now."""
    best = next(level for level in IsolationLevel if probe(level).holds)
    if (
        best in {IsolationLevel.B, IsolationLevel.C, IsolationLevel.D}
        or not probe(IsolationLevel.B).holds
    ):
        pytest.skip("needs two levels that hold")
    graded_inbox(s201=RIGHT)
    said = say(*GRADE)
    assert said.code == 0, said.err
    assert "isolation level" not in said.err  # the same as before
    inbox(s202=RIGHT)
    monkeypatch.setattr(ladder, "SAFE", (IsolationLevel.B,))
    return best, IsolationLevel.B


def test_a_lower_level_is_refused_and_nobody_is_graded(
    course: Path, say: Say, lowered: tuple[IsolationLevel, IsolationLevel]
) -> None:
    """Both levels are named, and what to do; what is there stays."""
    before, now = lowered
    grades = (course / "results/kadai1/grades.csv").read_bytes()
    said = say(*GRADE)
    assert said.code == 3
    assert f"graded at isolation level {before}, but now only level {now} is available" in said.err
    assert f"--accept-level {now}" in said.err
    assert (course / "results/kadai1/grades.csv").read_bytes() == grades
    assert not (course / "results/kadai1/sheets/24A1202.json").exists()
    said = say(*GRADE[:-1], "ja")
    assert f"前に隔離レベル {before} で採点しましたが、今はレベル {now} しか使えません" in said.err


def test_a_lower_level_that_is_accepted_is_said(
    course: Path, say: Say, lowered: tuple[IsolationLevel, IsolationLevel]
) -> None:
    """By the option; a level above the one that holds is not enough."""
    before, now = lowered
    assert say(*GRADE, "--accept-level", "A").code == 3
    said = say(*GRADE, "--accept-level", now)
    assert said.code == 0, said.err
    assert f"Graded at isolation level {now}, lower than level {before}" in said.err
    assert (course / "results/kadai1/sheets/24A1202.json").exists()


@pytest.mark.parametrize(("word", "code"), [("C", 0), ("B", 0), ("A", 3)])
@pytest.mark.usefixtures("lowered")
def test_the_course_may_accept_a_level(course: Path, say: Say, word: str, code: int) -> None:
    """For good, in course.toml."""
    with (course / "course.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[sandbox]\naccept_level = "{word}"\n')
    assert say(*GRADE).code == code


@pytest.mark.usefixtures("lowered")
def test_where_nothing_is_run_no_level_is_asked_for(course: Path, say: Say) -> None:
    """Sheets that only have to be written again need no sandbox."""
    (course / "inbox/24A1202/kadai1.py").unlink()
    (course / "inbox/24A1202").rmdir()
    said = say(*GRADE)
    assert said.code == 0, said.err


@pytest.mark.parametrize("word", ["D", "b", ""])
def test_a_level_that_there_is_not(course: Path, say: Say, word: str) -> None:
    """The key and what it may be are named."""
    with (course / "course.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[sandbox]\naccept_level = "{word}"\n')
    said = say(*GRADE)
    assert said.code == 2
    assert 'sandbox.accept_level: must be one of "A", "B", "C"' in said.err
