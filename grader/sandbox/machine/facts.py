"""Facts about this machine's GPU software, without judgement.

Device files are looked for in /dev, /sys and /proc, libraries by their metadata. Facts that need an
import are asked of a throwaway process, which may touch a device, hang, or die. Sources:
ROCm's documentation on containers (/dev/kfd and one /dev/dri/renderD*), the NVIDIA container
toolkit (nvidiactl, nvidia-uvm and one nvidiaN), its guide on MIG (the files of instances named in
/proc/driver/nvidia/capabilities), WSL (/dev/dxg for every GPU).
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

ROOT = Path("/")
KFD, NVIDIA, WSL = "dev/kfd", "dev/nvidiactl", "dev/dxg"
MINOR = re.compile(r"^Device Minor:\s*(\d+)", re.MULTILINE)
CAPABILITY_MINOR = re.compile(r"^DeviceFileMinor:\s*(\d+)", re.MULTILINE)


class DeviceFiles(Struct, frozen=True, kw_only=True):
    """The device files that exist, as absolute paths; empty on a machine without a GPU."""

    amd: tuple[str, ...] = ()  # /dev/kfd, /dev/dri/renderD*
    nvidia: tuple[str, ...] = ()  # /dev/nvidiactl, /dev/nvidia-uvm, /dev/nvidia0 …, MIG's
    wsl: tuple[str, ...] = ()  # /dev/dxg

    @property
    def any(self) -> bool:
        """Return whether it is worth starting a process to ask a driver."""
        return bool(self.amd or self.nvidia or self.wsl)


def look_for_devices(root: Path = ROOT) -> DeviceFiles:
    """List the device files below `root`, which differs from "/" only in tests."""
    amd = [KFD, *_sorted(root, "dev/dri/renderD*")] if (root / KFD).exists() else []
    nvidia = [NVIDIA, "dev/nvidia-uvm", *_mig_files(root), *_sorted(root, "dev/nvidia[0-9]*")]
    nvidia = nvidia if (root / NVIDIA).exists() else []
    return DeviceFiles(
        amd=_existing(root, amd),
        nvidia=_existing(root, nvidia),
        wsl=_existing(root, [WSL]),
    )


def needed_nodes(files: DeviceFiles, pci: str, root: Path = ROOT) -> tuple[str, ...]:
    """Return the files that the GPU at a PCI address such as "0000:03:00.0" needs.

    If the address is "" or identifies no device file, the files of all devices are returned.
    """
    if files.nvidia:
        own = f"/dev/nvidia{_nvidia_minor(root, pci)}"
        return _with_one(files.nvidia, own, re.compile(r"/dev/nvidia\d+$"))
    if files.amd:
        own = f"/dev/dri/{_render_node(root, pci)}"
        return _with_one(files.amd, own, re.compile(r"/dev/dri/renderD\d+$"))
    return files.wsl


def _with_one(nodes: tuple[str, ...], own: str, of_a_device: re.Pattern[str]) -> tuple[str, ...]:
    shared = tuple(node for node in nodes if not of_a_device.match(node))
    each = tuple(node for node in nodes if of_a_device.match(node))
    return (*shared, *((own,) if own in each else each))


def _mig_files(root: Path) -> list[str]:
    """List the files of MIG instances, without those for creating and monitoring instances."""
    own = "proc/driver/nvidia/capabilities/gpu*/mig/gi*"
    minors = [
        minor[1]
        for pattern in (f"{own}/access", f"{own}/ci*/access")
        for file in root.glob(pattern)
        if (minor := CAPABILITY_MINOR.search(read_file(file)))
    ]
    return [f"dev/nvidia-caps/nvidia-cap{minor}" for minor in sorted(minors, key=int)]


def _nvidia_minor(root: Path, pci: str) -> str:
    for file in (root / "proc/driver/nvidia/gpus").glob("*/information"):
        if pci and file.parent.name.lower() == pci.lower():
            minor = MINOR.search(file.read_text(encoding="utf-8", errors="replace"))
            return minor[1] if minor else ""
    return ""


def _render_node(root: Path, pci: str) -> str:
    """Resolve /sys/class/drm/renderD*/device, a link to the folder named after the PCI address."""
    for node in _sorted(root, "sys/class/drm/renderD*"):
        if pci and (root / node / "device").resolve().name.lower() == pci.lower():
            return Path(node).name
    return ""


def _sorted(root: Path, pattern: str) -> list[str]:
    return sorted((str(path.relative_to(root)) for path in root.glob(pattern)), key=_by_number)


def _by_number(name: str) -> tuple[int, str]:
    digits = re.search(r"\d+$", name)
    return (int(digits[0]) if digits else 0, name)


def _existing(root: Path, names: list[str]) -> tuple[str, ...]:
    return tuple(f"/{name}" for name in names if (root / name).exists())


NVIDIA_LINE = re.compile(r"NVRM version:.*?\s(\d+\.\d+(?:\.\d+)?)\s")


def driver_version(root: Path, *, amd: bool) -> str:
    """Return the version of the kernel driver; "" if unknown.

    Linux's own amdgpu has no version; then it is the kernel's.
    """
    if amd:
        own = read_file(root / "sys/module/amdgpu/version")
        return own or read_file(root / "proc/sys/kernel/osrelease")
    line = NVIDIA_LINE.search(read_file(root / "proc/driver/nvidia/version") + " ")
    return line[1] if line else ""


ASK_DEVICE = Path(__file__).resolve().parent / "throwaway" / "ask_device.py"
# Importing PyTorch for ROCm from a slow disk can take minutes; then the driver starts.
DEVICE_SECONDS = 300.0
LAST_WORDS = 2000  # characters kept of standard error
DYING_SECONDS = 2.0


class NoAnswerError(Exception):
    """The process gave no answer; the text is one English sentence without a full stop."""


class TookTooLongError(NoAnswerError):
    """The process had to be ended: a driver hangs, or the machine is very slow."""


def ask(
    program: Path,
    *arguments: str,
    seconds: float = DEVICE_SECONDS,
    environ: Mapping[str, str] | None = None,
) -> Mapping[str, Any]:
    """Run one of our programs in a throwaway process; parse the JSON object in its last line.

    Raises NoAnswerError, or TookTooLongError after `seconds`.
    """
    process = subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-P", str(program), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ if environ is None else environ),
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except BaseException as error:  # an interrupt, too, must not leave it running
        _end(process)
        if not isinstance(error, subprocess.TimeoutExpired):
            raise
        raise TookTooLongError(f"no answer within {seconds:g} s") from None
    return _answer(process.returncode, out, err.decode(errors="replace")[-LAST_WORDS:])


def _answer(code: int, out: bytes, err: str) -> Mapping[str, Any]:
    lines = out.decode(errors="replace").strip().splitlines()
    with contextlib.suppress(ValueError):
        answer = json.loads(lines[-1] if lines else "")
        if isinstance(answer, dict):
            return answer
    last = err.strip().splitlines()[-1] if err.strip() else "it said nothing"
    how = f"ended by signal {-code}" if code < 0 else f"ended with code {code}"
    raise NoAnswerError(f"{how}: {last}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process without a long wait: in a hanging driver even SIGKILL is delayed."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(DYING_SECONDS)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def read_file(file: Path) -> str:
    """Return the stripped text of a system file; "" if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
