"""`grader init` makes a course in which everything works at once, and overwrites nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.scaffolding.test_command import Terminal

STARTER = "assignments/kadai0/starter/kadai0.py"
RIGHT = "assignments/kadai0/examples/matvec-right/kadai0.py"


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, as the current one, in no course."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    return tmp_path


def test_a_new_course_works_at_once(
    nowhere: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its assignment is proved and can be checked, others are added, and git takes up no data."""
    made = say("init", "jikken")
    assert made.code == 0, made.err
    assert "grader verify kadai0" in made.out
    monkeypatch.chdir(nowhere / "jikken")
    assert say("new", "kadai1", "--operation", "matvec", "--backend", "numpy").code == 0
    assert say("new", "kadai2", "--form", "function", "--example", "double(2) == 4").code == 0
    proved = say("verify")
    assert proved.code == 0, proved.out + proved.err
    for name in ("kadai0", "kadai1", "kadai2"):
        assert f"{name}: everything is as expected." in proved.out
    unwritten, right = say("check", "kadai0", STARTER), say("check", "kadai0", RIGHT)
    assert (unwritten.code, right.code) == (1, 0)
    assert "Not written yet: matvec" in unwritten.out
    for name in ("submissions/kadai0/24A1201/kadai0.py", "results/kadai0/grades.csv", "class.xlsx"):
        path = nowhere / "jikken" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    subprocess.run(["git", "init", "--quiet"], check=True)
    listed = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], check=True, capture_output=True, text=True
    ).stdout
    assert "course.toml" in listed
    assert not [word for word in ("submissions", "results", "xlsx", ".grader") if word in listed]


def test_what_is_there_stays(nowhere: Path, say: Say) -> None:
    """Files of one's own are named, with the rules that their .gitignore lacks; a course is one."""
    (nowhere / "README.md").write_text("mine", encoding="utf-8")
    (nowhere / ".gitignore").write_text("results/\n", encoding="utf-8")
    (nowhere / "assignments/kadai0").mkdir(parents=True)
    made = say("init")
    assert made.code == 0, made.err
    for name in ("README.md", ".gitignore", "assignments/kadai0"):
        assert f"{name}: already exists and stays as it is." in made.out
    assert "Add these lines to .gitignore" in made.out
    assert "submissions/" in made.out
    assert "results/" not in made.out
    assert (nowhere / "README.md").read_text(encoding="utf-8") == "mine"
    assert {path.name for path in nowhere.iterdir()} == {
        *("README.md", ".gitignore", "assignments", "course.toml")
    }
    before = (nowhere / "course.toml").read_bytes()
    again = say("init", "--title-en", "Another")
    assert again.code == 2
    assert "course.toml: already exists: this folder is a course" in again.err
    assert (nowhere / "course.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--zone", "Mars"), "--zone: must be the name of a time zone, such as Asia/Tokyo"),
        (("--student-id", "["), "--student-id: "),
        (("--title-ja", ""), "--title-ja: must be "),
    ],
)
def test_what_cannot_be_meant_is_said(
    nowhere: Path, say: Say, words: tuple[str, ...], told: str
) -> None:
    """The option is named, and nothing is written."""
    said = say("init", "x", *words)
    assert said.code == 2
    assert told in said.err
    assert not [*nowhere.iterdir()]


def test_answers_are_asked_for(nowhere: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal; a wrong one again, and an id is an example of all."""
    monkeypatch.setattr(sys, "stdin", Terminal("授業\nCourse\nMars\nEurope/Berlin\ns123456\n"))
    said = say("init", "x")
    assert said.code == 0, said.err
    assert "must be the name of a time zone" in said.err
    course = (nowhere / "x/course.toml").read_text(encoding="utf-8")
    assert 'zone = "Europe/Berlin"' in course
    assert r"student_id = '[A-Z]\d{6}'" in course
