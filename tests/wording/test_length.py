"""A finding is read on a terminal: what is wrong and what to do, in four lines of 100 columns."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import chain
from math import ceil
from typing import Any

import pytest

from grader.wording import load_wording
from tests.tree import ROOT

COLUMNS, LINES = 100, 4
PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")
SHOWN = {  # columns of what is put in: a small example, a call, a line of a program
    **dict.fromkeys(("given", "earlier"), 40),
    **dict.fromkeys(("right", "returned"), 22),
    "inputs": 14,
    **dict.fromkeys(("work", "read", "wait", "setup", "found"), 20),
}
OTHERS = 6


def columns(text: str) -> int:
    """How wide it is on a terminal, its placeholders filled."""
    filled = PLACEHOLDER.sub(lambda found: "x" * SHOWN.get(found[1], OTHERS), text)
    plain = filled.replace("{{", "{").replace("}}", "}")
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in plain)


def lines(label: str, message: str, hint: str) -> int:
    """How many lines the sentence and the hint behind its label take."""
    hinted = ceil(columns(label + hint) / COLUMNS) if hint else 0
    return ceil(columns(message) / COLUMNS) + hinted


def mistakes() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every known mistake that has a lesson, by its name."""
    for path in sorted((ROOT / "reference").glob("*.toml")):
        for key, mistake in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if "lesson" in mistake:
                yield f"{path.stem} {key}", mistake


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_finding_takes_four_lines(lang: str) -> None:
    """No sentence with its hint is longer; what is put in is of ordinary length."""
    data = load_wording("ja" if lang == "ja" else "en").data
    label = data["ui"]["check"]["hint"]
    long = {
        f"{check} {case}": count
        for check, texts in data["checks"].items()
        for case, told in texts.get("cases", {}).items()
        if "message" in told or "plain" in texts["cases"]
        for message in [told.get("message") or texts["cases"]["plain"]["message"]]
        if (count := lines(label, message, told["hint"])) > LINES
    }
    assert not long


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_known_mistake_takes_four_lines(lang: str) -> None:
    """Its name stands in the sentence, its lesson is the hint; each backend may have its own."""
    data = load_wording("ja" if lang == "ja" else "en").data
    label = data["ui"]["check"]["hint"]
    cases = data["checks"]["COR002"]["cases"]
    long = {
        (key, lesson[:20]): count
        for key, mistake in mistakes()
        for lesson in chain(
            [mistake["lesson"].get(lang, "")],
            (own[lang] for own in mistake["lesson"].values() if isinstance(own, dict)),
        )
        for case in ["excusable" if mistake.get("excusable") else "plain"]
        for message in [cases[case]["message"].replace("{name}", mistake["name"][lang])]
        if (count := lines(label, message, lesson)) > LINES
    }
    assert not long
