"""What is read of a machine's files, and the self-test on a fake CuPy."""

from pathlib import Path

import pytest

from grader.machine.facts import gather_facts
from grader.machine.self_test import run_self_test
from tests.sandbox.machine.gpus import amd_machine, fake_cupy, touch

__all__ = ["fake_cupy"]
KERNEL_LINE = (
    "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.133.20  Sat Mar 29 01:29:05 UTC 2026\n"
)


def test_versions_below_the_libraries(tmp_path: Path) -> None:
    """The kernel's module, and what is installed in /opt."""
    amd = gather_facts({"HIP_VISIBLE_DEVICES": "0"}, amd_machine(tmp_path / "amd"))
    assert (amd.vendor, amd.rocm, amd.driver) == ("AMD", "6.4.1", "6.12.12")
    assert amd.variables == {"HIP_VISIBLE_DEVICES": "0"}
    touch(tmp_path, "dev/nvidiactl", "proc/driver/nvidia/version", ".dockerenv")
    (tmp_path / "proc/driver/nvidia/version").write_text(KERNEL_LINE, encoding="utf-8")
    nvidia = gather_facts({}, tmp_path)
    assert (nvidia.vendor, nvidia.driver, nvidia.in_container) == ("NVIDIA", "570.133.20", True)


@pytest.mark.usefixtures("fake_cupy")
def test_known_answers_of_the_fake() -> None:
    """The whole self-test of CuPy, on a device that answers late."""
    seen = run_self_test("gpu", ["cupy"])
    assert seen.errors == {}
    assert seen.holds
    assert {one.served for one in seen.answers} == {()}
