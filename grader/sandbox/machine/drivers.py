"""Versions of what is installed below the libraries: kernel drivers and ROCm itself."""

import re
from pathlib import Path

NVIDIA_LINE = re.compile(r"NVRM version:.*?\s(\d+\.\d+(?:\.\d+)?)\s")
MAIN_PARTS = re.compile(r"\d+(?:\.\d+){1,2}")


def driver_version(root: Path, *, amd: bool) -> str:
    """Reads the version of the kernel's driver; "" when it does not say one.

    The amdgpu that comes with Linux has no version of its own: then it is the kernel's.
    """
    if amd:
        own = _read(root / "sys/module/amdgpu/version")
        return own or _read(root / "proc/sys/kernel/osrelease")
    found = NVIDIA_LINE.search(_read(root / "proc/driver/nvidia/version") + " ")
    return found[1] if found else ""


def rocm_version(root: Path) -> str:
    """Reads which ROCm is installed in /opt, such as "6.4.1"; "" when there is none."""
    for place in ("opt/rocm/.info/version", "opt/rocm/.info/version-dev"):
        if found := MAIN_PARTS.search(_read(root / place)):
            return found[0]
    return ""


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
