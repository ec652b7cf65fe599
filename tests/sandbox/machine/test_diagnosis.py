"""Recorded machines are told what is wrong with them, and nothing that is not."""

from string import Formatter

import pytest
from msgspec.structs import replace

from grader.sandbox.machine.diagnosis import DiagnosisLevel, diagnose
from grader.sandbox.machine.facts import MachineFacts
from grader.wording import load_wording
from tests.sandbox.machine.machines import H200, MACHINES, ROCM_6, Told


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


@pytest.mark.parametrize(
    ("rocm", "torch", "cupy"),
    [
        ("5.7.1", "/rocm5.7", "cupy-rocm-5-0"),
        ("6.4.1", "/rocm6.4", "amd-cupy"),
        ("7.0.2", "/rocm7.1", "cupy-rocm-7-0"),
        ("8.0.0", "/rocm7.1", "HCC_AMDGPU_TARGET=gfx90a pip install cupy"),
    ],
)
def test_wheels_that_fit_are_named_where_all_is_well(rocm: str, torch: str, cupy: str) -> None:
    """Of both libraries, for the ROCm that is found."""
    (line,) = (one for one in diagnose(replace(ROCM_6, rocm=rocm)) if one.key == "fitting_wheels")
    assert line.level is DiagnosisLevel.OK
    assert str(line.params["torch"]).endswith(torch)
    assert str(line.params["cupy"]).endswith(cupy)
    others = (replace(ROCM_6, rocm=""), H200)
    assert "fitting_wheels" not in {line.key for one in others for line in diagnose(one)}


def test_cupy_rocm_6_0_is_never_recommended() -> None:
    """It has never been published."""
    commands = [line.command for facts, _ in MACHINES.values() for line in diagnose(facts)]
    assert not [command for command in commands if "cupy-rocm-6-0" in command]
