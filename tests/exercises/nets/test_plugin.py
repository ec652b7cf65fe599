"""What the plugin offers is there, and what it stored is read back."""

import tomllib

import pytest

from grader.cases.own_calls import own_calls
from grader.exercises.nets.plugin import PLUGIN
from grader.exercises.nets.record import record_of
from grader.plugins import load
from grader.records import from_text, to_text
from tests.exercises.nets.programs import HEAD, LAYERS, exercises, watch
from tests.late_torch import needs_torch


def test_every_word_has_an_object() -> None:
    """Under the name that the table gives it."""
    for asked, (exercise, _) in exercises().items():
        assert exercise.kind == "nets", asked
        assert own_calls(exercise) is load(PLUGIN.calls[exercise.calls])


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_its_sentences_are_about_nets_alone(lang: str) -> None:
    """Titles of checks, and cases that others give, stand elsewhere."""
    tables = tomllib.loads((PLUGIN.folder / f"{lang}.toml").read_text(encoding="utf-8"))
    assert {*tables} - {"messages"} == {"checks", "plugins", "ui"}
    assert {*tables["ui"]} == {"net"}
    assert all({*table} == {"cases"} for table in tables["checks"].values())


@needs_torch
def test_a_record_survives_being_stored() -> None:
    """With layers, parameters and modes."""
    evidence = watch(f"{HEAD}model = nn.Sequential({LAYERS})", names=("model",))
    again = from_text(to_text(evidence), type(evidence))
    record = record_of(again.records)
    assert again.entry == evidence.entry
    assert record == record_of(evidence.records)
    assert record.facts is not None
    assert [layer.kind for layer in record.facts.layers] == ["Conv2d", "ReLU", "Flatten", "Linear"]
    assert record.asked == ("Conv2d(1, 1, 3, padding=1)", "ReLU()", "Flatten()", "Linear(16, 2)")
