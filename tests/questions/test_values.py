"""Questions about functions of any values: other sets for other programs, and no order of a set."""

import json
from pathlib import Path

import pytest

from tests.one_cpu import run
from tests.tree import ROOT

COURSE = ROOT / "courses" / "intro"
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


def test_sets_differ_where_little_can_be_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Programs that do the same with other comments; each gets the same again, alone as well."""
    for student, text in HANDED_IN.items():
        (tmp_path / "in" / student).mkdir(parents=True)
        (tmp_path / "in" / student / "text.py").write_text(text, encoding="utf-8")
    words = ["text", "--course", str(COURSE), "-o", str(tmp_path / "out")]
    assert run(["grade", words[0], str(tmp_path / "in"), *words[1:]]) == 0
    first = ask(words, capsys)
    sets = [frozenset(each["text"] for each in questions) for questions in first.values()]
    assert all(sets)
    assert len(set(sets)) == len(sets)
    assert ask([*words, "--student", "24A0003"], capsys) == {"24A0003": first["24A0003"]}
    assert ask(words, capsys) == first
    of_sets = [each for each in first["24A0004"] if each["exercise"] == "anagrams"]
    assert not any("'" in each["answer"] for each in of_sets)  # texts, in the order of a set
