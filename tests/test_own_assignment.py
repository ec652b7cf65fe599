"""The chapter "Write your own assignment" is followed to the letter."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.one_cpu import run
from tests.tree import ROOT

CHAPTERS = [ROOT / "docs" / language / "assignments.md" for language in ("ja", "en")]
FENCED = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)


def blocks(chapter: Path = CHAPTERS[0]) -> Iterator[tuple[str, str, str]]:
    """Every block of the chapter: its language, the file that it is, its text."""
    yield from FENCED.findall(chapter.read_text(encoding="utf-8"))


@pytest.mark.repetition("grader new for products and convolutions, proved at once")
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
    assert verified == ["kadai3", "kadai4", "kadai4", "kadai6"]


def test_both_languages_say_as_much() -> None:
    """Files and commands are the same in both; comments may differ."""
    japanese, english = (
        [(*head, re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)) for *head, text in blocks(page)]
        for page in CHAPTERS
    )
    assert japanese == english
