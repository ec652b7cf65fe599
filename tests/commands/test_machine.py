"""`grader machine` says what this machine can do."""

from pathlib import Path

from tests.commands.conftest import Say


def test_ladder_in_words(course: Path, say: Say) -> None:
    """Every rung is listed with its answer."""
    said = say("machine", "--lang", "en")
    assert said.code == 0
    rungs = [line.split()[0] for line in said.out.split("safest first")[1].splitlines()[1:]]
    assert [rung for rung in rungs if rung in {"A+", "A", "B", "C", "D"}] == [
        "A+",
        "A",
        "B",
        "C",
        "D",
    ]


def test_ladder_as_json(course: Path, say: Say) -> None:
    """One document: versions, CPUs, memory, and each rung with the attacks it stopped."""
    document = say("machine", "--json").document
    assert document["schema"] == 1
    assert document["cpus"] >= 1
    assert [rung["rung"] for rung in document["ladder"]] == ["A+", "A", "B", "C", "D"]
    assert all(rung["holds"] or rung["reason"] for rung in document["ladder"])
