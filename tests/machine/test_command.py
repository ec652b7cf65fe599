"""`grader machine` says what this machine can do."""

import re
from pathlib import Path

import pytest

from tests.commands.conftest import Say

LEVELS = ["A+", "A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", {"ok", "warning", "problem"}),
        pytest.param(
            "ja",
            {"正常", "注意", "問題"},
            marks=pytest.mark.repetition("in English, and as JSON with the self-test on the CPU"),
        ),
    ],
)
def test_in_words(course: Path, say: Say, lang: str, words: set[str]) -> None:
    """Every level is listed with its answer; the diagnosis of the GPU, each line with its level."""
    said = say("machine", "--lang", lang)
    assert said.code == 0
    ladder, gpu = said.out.split("GPU:\n")
    first = [line.split()[0] for line in ladder.splitlines() if line.strip()]
    assert [word for word in first if word in LEVELS] == LEVELS
    lines = gpu.splitlines()
    assert {line.split()[0] for line in lines if not line.startswith("      ")} <= words


def test_as_json(course: Path, say: Say) -> None:
    """One document: versions, CPUs, memory, each level, and the GPU; and the known answers.

    They come out, or there is no library to try; the exit code says which.
    """
    said = say("machine", "--selftest", "--device", "cpu", "--json")
    document = said.document
    assert document["schema"] == 1
    assert document["cpus"] >= 1
    assert [level["rung"] for level in document["ladder"]] == LEVELS
    assert all(level["holds"] or level["reason"] for level in document["ladder"])
    assert document["word_pages"] in {"shown", "no_font", "no_office", "no_wall"}
    assert all(each["name"] and not each["broken"] for each in document["plugins"])
    assert document["gpu"]
    assert all({"level", "key", "message", "command"} <= set(line) for line in document["gpu"])
    assert document["packages"]["numpy"]
    contained = any(one["holds"] for one in document["ladder"] if one["rung"] in {"A+", "A", "C"})
    assert re.fullmatch(r"\d+\.\d+\S* \(/\S+\)" if contained else "-", document["bubblewrap"])
    test = document["selftest"]
    assert test["device"] == "cpu"
    assert said.code == (0 if test["holds"] else 3)
    assert test["holds"] == bool(test["answers"])
    assert all(answer["holds"] for answer in test["answers"])


@pytest.mark.repetition("in English, and as JSON with the self-test on the CPU")
def test_nothing_is_tested_unasked(course: Path, say: Say) -> None:
    """The self-test takes a while."""
    assert say("machine", "--json").document["selftest"] is None
