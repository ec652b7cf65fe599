"""Machines with GPUs, as files in a folder, and a CuPy that answers for one."""

import sys
from pathlib import Path

import pytest

from tests.tree import ROOT

FAKES = ROOT / "tests" / "fakes"


@pytest.fixture
def fake_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CuPy that every process from now on can import."""
    monkeypatch.setenv("PYTHONPATH", str(FAKES))
    monkeypatch.setattr(sys, "path", [*sys.path, str(FAKES)])


def touch(root: Path, *names: str) -> None:
    """Makes empty files."""
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("", encoding="utf-8")


def amd_machine(root: Path) -> Path:
    """Three AMD GPUs; the second and third are at the addresses of the fake's."""
    places = {"128": "0000:63:00.0", "129": "0000:03:00.0", "130": "0000:04:00.0"}
    touch(root, "dev/kfd", "dev/dri/card0", *(f"dev/dri/renderD{number}" for number in places))
    for node, address in ((f"renderD{number}", place) for number, place in places.items()):
        (root / "sys/devices" / address).mkdir(parents=True)
        (root / "sys/class/drm" / node).mkdir(parents=True)
        (root / "sys/class/drm" / node / "device").symlink_to(root / "sys/devices" / address)
    touch(root, "sys/module/amdgpu/version", "opt/rocm/.info/version")
    (root / "sys/module/amdgpu/version").write_text("6.12.12\n", encoding="utf-8")
    (root / "opt/rocm/.info/version").write_text("6.4.1-83\n", encoding="utf-8")
    return root
