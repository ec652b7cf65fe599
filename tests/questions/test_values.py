"""Questions about functions of any values: other sets for other programs, and no order of a set."""

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.one_cpu import run
from tests.tree import ROOT

INTRO = ROOT / "courses" / "intro"
ROMAN = """\
def to_roman(n):
    letters = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
               (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, letter in letters:
        while n >= value:
            text += letter
            n -= value
    return text
"""
ANAGRAMS = """\
def anagrams(words):
    groups = {}
    for word in words:
        groups.setdefault("".join(sorted(word)), []).append(word)
    return [group for group in groups.values() if len(group) > 1]
"""
FROM_A_SET = """\
def anagrams(words):
    groups = {}
    for word in set(words):
        groups.setdefault("".join(sorted(word)), []).append(word)
    return [group for group in groups.values() if len(group) > 1]
"""
HANDED_IN = {
    "24A0001": ROMAN,
    "24A0002": ROMAN + "# mine\n",
    "24A0003": ROMAN + "# and mine\n",
    "24A0004": ROMAN + "\n\n" + FROM_A_SET,
}


def ask(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, list[dict[str, str]]]:
    """The questions of each student."""
    capsys.readouterr()
    assert run(["questions", *words, "--lang", "en", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    return {student["student"]: student["questions"] for student in document["students"]}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course with a secret of its own: which tests are drawn decides what can be asked."""
    copy = tmp_path_factory.mktemp("course") / INTRO.name
    shutil.copytree(INTRO, copy, ignore=shutil.ignore_patterns(".grader"))
    (copy / ".grader").mkdir()
    (copy / ".grader" / "secret").write_bytes(hashlib.sha256(b"questions").digest())
    return copy


def test_sets_differ_where_little_can_be_asked(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Programs that do the same with other comments; each gets the same again, alone as well."""
    for student, text in HANDED_IN.items():
        (tmp_path / "in" / student).mkdir(parents=True)
        (tmp_path / "in" / student / "text.py").write_text(text, encoding="utf-8")
    words = ["text", "--course", str(course), "-o", str(tmp_path / "out")]
    assert run(["grade", words[0], str(tmp_path / "in"), *words[1:]]) == 0
    first = ask(words, capsys)
    sets = [frozenset(each["text"] for each in questions) for questions in first.values()]
    assert all(sets)
    assert len(set(sets)) == len(sets)
    assert ask([*words, "--student", "24A0003"], capsys) == {"24A0003": first["24A0003"]}
    assert ask(words, capsys) == first
    of_sets = [each for each in first["24A0004"] if each["exercise"] == "anagrams"]
    assert not any("'" in each["answer"] for each in of_sets)  # texts, in the order of a set


def test_what_is_asked_is_on_the_page_and_not_in_the_handout(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The function, with the line that is changed; each change once, no test as two questions."""
    (tmp_path / "in" / "24A0001").mkdir(parents=True)
    (tmp_path / "in" / "24A0001" / "text.py").write_text(ROMAN, encoding="utf-8")
    words = ["text", "--course", str(course), "-o", str(tmp_path / "out")]
    assert run(["grade", words[0], str(tmp_path / "in"), *words[1:]]) == 0
    (questions,) = ask(words, capsys).values()
    page = (tmp_path / "out" / "questions" / "questions.html").read_text("utf-8")
    (printed,) = re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)
    shown = {int(number) for number in re.findall(r"<i> *(\d+)</i>", printed)}
    given = (course / "assignments" / "text" / "assignment.toml").read_text("utf-8")
    assert shown == set(range(1, 10))
    changes = [each for each in questions if each["kind"] == "change"]
    assert len({(each["line"], each["text"].partition("to_roman(")[0]) for each in changes}) == 2
    calls = [re.findall(r"to_roman\(\d+\)", each["text"])[0] for each in questions]
    assert len(set(calls)) == len(calls)
    for question, call in zip(questions, calls, strict=True):
        assert not question["line"] or int(question["line"]) in shown
        if question["kind"] == "result":
            assert call not in given


ACCOUNT = (INTRO / "reference" / "account.py").read_text("utf-8").partition("\n\nclass Over")[0]


def test_steps_stand_in_lines_before_one_question(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A block of steps, then what the last one gives; the class is printed."""
    (tmp_path / "in" / "24A0001").mkdir(parents=True)
    (tmp_path / "in" / "24A0001" / "objects.py").write_text(ACCOUNT, encoding="utf-8")
    words = ["objects", "--course", str(course), "-o", str(tmp_path / "out")]
    assert run(["grade", words[0], str(tmp_path / "in"), *words[1:]]) == 0
    (questions,) = ask(words, capsys).values()
    assert {each["kind"] for each in questions} == {"result", "change"}
    for question in questions:
        asked = re.search(r"\n`(a = [^`]+)`\n[^`]*`([^`]+)` give at the end", question["text"])
        assert asked
        steps, last = asked.groups()
        assert last == "b.history"
        space: dict[str, Any] = {}
        exec(ACCOUNT, space)
        if question["kind"] == "result":
            exec(steps, space)
            assert f"`{space['b'].history}`" in question["answer"]
    page = (tmp_path / "out" / "questions" / "questions.html").read_text("utf-8")
    assert "class Account:" in page
    assert "def __init__" in page
    assert "␊" not in page
