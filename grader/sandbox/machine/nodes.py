"""Device files: which there are, and which of them one GPU needs. Reads /dev, /sys and /proc.

Sources: ROCm's documentation on containers (/dev/kfd and one /dev/dri/renderD*), the NVIDIA
container toolkit (nvidiactl, nvidia-uvm and one nvidiaN), WSL (/dev/dxg for every GPU).
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/")
KFD, NVIDIA, WSL = "dev/kfd", "dev/nvidiactl", "dev/dxg"
MINOR = re.compile(r"^Device Minor:\s*(\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFiles:
    """Which device files are here, as absolute paths; empty on a machine without a GPU."""

    amd: tuple[str, ...] = ()  # /dev/kfd, /dev/dri/renderD*
    nvidia: tuple[str, ...] = ()  # /dev/nvidiactl, /dev/nvidia-uvm, /dev/nvidia0 …
    wsl: tuple[str, ...] = ()  # /dev/dxg

    @property
    def any(self) -> bool:
        """Says whether asking a driver is worth a process."""
        return bool(self.amd or self.nvidia or self.wsl)


def look_for_devices(root: Path = ROOT) -> DeviceFiles:
    """Lists the device files below `root`, which is another folder than "/" only in tests."""
    amd = [KFD, *_sorted(root, "dev/dri/renderD*")] if (root / KFD).exists() else []
    nvidia = [NVIDIA, "dev/nvidia-uvm", *_sorted(root, "dev/nvidia[0-9]*")]
    nvidia = nvidia if (root / NVIDIA).exists() else []
    return DeviceFiles(
        amd=_existing(root, amd),
        nvidia=_existing(root, nvidia),
        wsl=_existing(root, [WSL]),
    )


def needed_nodes(files: DeviceFiles, pci: str, root: Path = ROOT) -> tuple[str, ...]:
    """Names the files that the GPU at a PCI address such as "0000:03:00.0" needs; "" = the first.

    Nothing is left out when the address leads nowhere but to several devices' files.
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


def _nvidia_minor(root: Path, pci: str) -> str:
    for file in (root / "proc/driver/nvidia/gpus").glob("*/information"):
        if pci and file.parent.name.lower() == pci.lower():
            found = MINOR.search(file.read_text(encoding="utf-8", errors="replace"))
            return found[1] if found else ""
    return ""


def _render_node(root: Path, pci: str) -> str:
    """Follows /sys/class/drm/renderD*/device, a link to the folder named like the PCI address."""
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
