"""The chapter "Write your own assignment" is followed to the letter."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.classes import make_course
from tests.one_cpu import run
from tests.tree import ROOT

CHAPTER = ROOT / "docs" / "assignments.md"
FENCED = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)


def blocks() -> Iterator[tuple[str, str, str]]:
    """Every block of the chapter: its language, the file that it is, its text."""
    yield from FENCED.findall(CHAPTER.read_text(encoding="utf-8"))


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of this course, as the current folder."""
    root = make_course(tmp_path / "course").root
    monkeypatch.chdir(root)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    return root


def test_the_chapter_is_followed(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files are typed in and commands run, in order; each verify says that all is as expected."""
    verified = []
    for language, file, text in blocks():
        if file:
            path = course / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif language == "sh":
            for line in text.splitlines():
                program, *words = shlex.split(line)
                assert program == "grader"
                code = run(words)
                said = capsys.readouterr()
                assert code == 0, f"{line}\n{said.out}{said.err}"
                if words[0] == "verify":
                    assert f"{words[1]}: everything is as expected." in said.out
                    assert "has no" not in said.out, said.out
                    verified.append(words[1])
    assert verified == ["kadai3", "kadai4", "kadai4"]


def test_both_languages_say_as_much() -> None:
    """Every heading has a Japanese and an English half."""
    headings = [line for line in CHAPTER.read_text("utf-8").splitlines() if line.startswith("#")]
    plain = [line for line in headings if not line.startswith(("# fft", "#:"))]
    assert all(" / " in line for line in plain), plain
