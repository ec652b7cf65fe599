"""Recorded machines are told what is wrong with them, and nothing that is not."""

import shutil
import subprocess
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace

from grader.machine.diagnosis import DiagnosisLevel, diagnose
from grader.machine.facts import MachineFacts, driver_cuda
from grader.wording import load_wording
from tests.machine.machines import H200, MACHINES, ROCM_6, Told


@pytest.mark.parametrize(("facts", "told"), MACHINES.values(), ids=MACHINES)
def test_a_machine_is_told(facts: MachineFacts, told: tuple[Told, ...]) -> None:
    """The lines expected are there, with what mends it; no other line is worse than ok."""
    lines = {line.key: line for line in diagnose(facts)}
    for level, key, mended in told:
        assert key in lines, sorted(lines)
        assert lines[key].level is level
        assert mended in " ".join((lines[key].command, *lines[key].links))
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


def test_a_problem_has_a_command_or_a_link() -> None:
    """Nearly every complaint says how it is mended, or what shows more."""
    without = {
        line.key
        for facts, _ in MACHINES.values()
        for line in diagnose(facts)
        if line.level is not DiagnosisLevel.OK and not (line.command or line.links)
    }
    assert without <= {"torch_sees_none"}


@pytest.mark.parametrize(
    ("facts", "builds"),
    [
        (ROCM_6, ["PyTorch for ROCm 6.4", "CuPy for ROCm 6,"]),
        (replace(ROCM_6, rocm="8.0.0"), ["PyTorch for ROCm 8.0", "CuPy for ROCm 8,"]),
        (H200, ["CUDA 12 (any minor version) or older"]),
        (replace(H200, driver_cuda="14.1"), ["CUDA 14 (any minor version) or older"]),
    ],
)
def test_what_fits_is_stated_where_all_is_well(facts: MachineFacts, builds: list[str]) -> None:
    """By the vendor's rule, for versions that there are not yet as well, with both pages."""
    (line,) = (one for one in diagnose(facts) if one.key.startswith("fits"))
    assert line.level is DiagnosisLevel.OK
    sentence = load_wording("en").text(f"machine.gpu.{line.key}", **line.params)
    assert all(build in sentence for build in builds)
    assert [link.split("/")[2] for link in line.links] == ["pytorch.org", "docs.cupy.dev"]
    unknown = (replace(ROCM_6, rocm=""), replace(H200, driver_cuda=""))
    assert not [one for each in unknown for one in diagnose(each) if one.key.startswith("fits")]


def test_no_command_installs_a_build() -> None:
    """What builds there are changes too often: pages are named for that."""
    commands = [line.command for facts, _ in MACHINES.values() for line in diagnose(facts)]
    assert not [command for command in commands if "pip install" in command]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc here")
@pytest.mark.parametrize(
    ("answer", "newest"), [("*v = 12080; return 0;", "12.8"), ("return 999;", "")]
)
def test_the_driver_is_asked_which_cuda_it_runs(
    answer: str, newest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own function, which needs no device; no answer is none."""
    source = tmp_path / "driver.c"
    source.write_text(f"int cuDriverGetVersion(int *v) {{ {answer} }}", encoding="utf-8")
    library = tmp_path / "libcuda.so.1"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    assert driver_cuda() == newest
    library.write_bytes(b"")
    assert driver_cuda() == ""
