"""Recorded machines are told what is wrong with them, and nothing that is not."""

from string import Formatter

import pytest

from grader.sandbox.machine.diagnosis import DiagnosisLevel, diagnose
from grader.sandbox.machine.facts import MachineFacts
from grader.wording import load_wording
from tests.sandbox.machine.machines import MACHINES, Told


@pytest.mark.parametrize(("facts", "told"), MACHINES.values(), ids=MACHINES)
def test_a_machine_is_told(facts: MachineFacts, told: tuple[Told, ...]) -> None:
    """The lines expected are there, with the command; no other line is worse than ok."""
    lines = {line.key: line for line in diagnose(facts)}
    for level, key, command in told:
        assert key in lines, sorted(lines)
        assert lines[key].level is level
        assert command in lines[key].command
    complaints = {line.key for line in diagnose(facts) if line.level is not DiagnosisLevel.OK}
    expected = {key for level, key, _ in told if level is not DiagnosisLevel.OK}
    # Whoever has no driver, or hides everything, is told of what follows from that as well.
    follows = {
        "torch_sees_none",
        "cupy_fails",
        "cupy_absent",
        "no_code",
        "cupy_absent_without_rocm",
    }
    assert complaints - expected <= follows


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_line_has_its_sentence(lang: str) -> None:
    """In both languages, with every placeholder filled."""
    words = load_wording(lang)
    for facts, _ in MACHINES.values():
        for line in diagnose(facts):
            sentence = words.text(f"machine.gpu.{line.key}", **line.params)
            assert sentence != f"machine.gpu.{line.key}"
            assert not [name for _, name, _, _ in Formatter().parse(sentence) if name]


def test_a_problem_of_ours_has_a_command() -> None:
    """Nearly every complaint says how it is mended, or what shows more."""
    without = {
        line.key
        for facts, _ in MACHINES.values()
        for line in diagnose(facts)
        if line.level is not DiagnosisLevel.OK and not line.command
    }
    assert without <= {"torch_sees_none"}


def test_cupy_rocm_6_0_is_never_recommended() -> None:
    """It has never been published."""
    commands = [line.command for facts, _ in MACHINES.values() for line in diagnose(facts)]
    assert not [command for command in commands if "cupy-rocm-6-0" in command]
