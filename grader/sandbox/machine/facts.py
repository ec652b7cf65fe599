"""What can be found out about this machine's GPU software, gathered without judging it."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.sandbox.machine.asking import NoAnswerError, TookTooLongError, ask
from grader.sandbox.machine.drivers import driver_version, rocm_version
from grader.sandbox.machine.installed import distributions_of
from grader.sandbox.machine.nodes import ROOT, look_for_devices

VARIABLES = (
    *("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    *("CUDA_VISIBLE_DEVICES", "HSA_OVERRIDE_GFX_VERSION"),
)
PCI_DISPLAY = "0x03"  # class of a display controller; accelerators are 0x12
PCI_ACCELERATOR = "0x12"
VENDORS = {"0x1002": "AMD", "0x10de": "NVIDIA"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One device file."""

    path: str
    usable: bool  # by us, for reading and writing
    group: str = ""  # that it belongs to


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One device as a library sees it."""

    name: str
    arch: str = ""
    memory_mib: int = 0
    free_mib: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """One library that can use a GPU, as installed."""

    distributions: tuple[tuple[str, str], ...] = ()  # names and versions; empty = not installed
    hip: str = ""  # that it was built for
    cuda: str = ""
    devices: tuple[Seen, ...] = ()
    archs: tuple[str, ...] = ()  # it has machine code for
    error: str = ""  # when it was imported, or looked for devices
    hangs: bool = False

    @property
    def installed(self) -> bool:
        """Says whether there is anything."""
        return bool(self.distributions)


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineFacts:
    """A machine, as recorded."""

    vendors: tuple[str, ...] = ()  # of graphics cards on the bus: "AMD", "NVIDIA"
    nodes: tuple[Node, ...] = ()
    user: str = ""
    groups: tuple[str, ...] = ()  # that the user is in
    in_container: bool = False
    wsl: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)
    rocm: str = ""  # installed in /opt
    driver: str = ""
    torch: Build = Build()
    cupy: Build = Build()
    python: tuple[int, int] = (3, 11)

    @property
    def vendor(self) -> str:
        """Whose GPU this is: by the device files, else by the bus; "" without one."""
        paths = [node.path for node in self.nodes]
        if "/dev/kfd" in paths:
            return "AMD"
        if "/dev/nvidiactl" in paths:
            return "NVIDIA"
        return next((name for name in ("NVIDIA", "AMD") if name in self.vendors), "")


def gather_facts(environ: Mapping[str, str] = os.environ, root: Path = ROOT) -> MachineFacts:
    """Looks at this machine; the libraries are asked in processes that are thrown away."""
    files = look_for_devices(root)
    nodes = tuple(_node(path) for path in (*files.amd, *files.nvidia, *files.wsl))
    release = _read(root / "proc/sys/kernel/osrelease").lower()
    return MachineFacts(
        vendors=_vendors(root),
        nodes=nodes,
        user=environ.get("USER", ""),
        groups=_groups(),
        in_container=(root / ".dockerenv").exists() or (root / "run/.containerenv").exists(),
        wsl="microsoft" in release,
        variables={name: environ[name] for name in VARIABLES if name in environ},
        rocm=rocm_version(root),
        driver=driver_version(root, amd=bool(files.amd)) if files.any else "",
        torch=_build("torch"),
        cupy=_build("cupy"),
        python=sys.version_info[:2],
    )


def _build(library: str) -> Build:
    distributions = distributions_of(library)
    if not distributions:
        return Build()
    try:
        answer: Mapping[str, Any] = ask("ask_device", library)[library]
    except NoAnswerError as error:
        hangs = isinstance(error, TookTooLongError)
        return Build(distributions=distributions, error=str(error), hangs=hangs)
    return read_build(distributions, answer)


def read_build(distributions: tuple[tuple[str, str], ...], answer: Mapping[str, Any]) -> Build:
    """Reads what `ask_device` says of one library."""
    runtime = str(answer.get("runtime", ""))
    hip = answer.get("hip") or (runtime if answer.get("is_hip") else "")
    cuda = answer.get("cuda") or ("" if answer.get("is_hip") else runtime)
    seen = answer.get("devices", ())
    return Build(
        distributions=distributions,
        hip=hip,
        cuda=cuda,
        devices=tuple(Seen(**{k: v for k, v in one.items() if k != "pci"}) for one in seen),
        archs=tuple(answer.get("arch_list", ())),
        error=answer.get("error", ""),
    )


def _node(path: str) -> Node:
    group = ""
    try:
        group = Path(path).group()
    except (OSError, KeyError, NotImplementedError):
        group = str(os.stat(path).st_gid) if Path(path).exists() else ""  # noqa: PTH116
    return Node(path=path, usable=os.access(path, os.R_OK | os.W_OK), group=group)


def _groups() -> tuple[str, ...]:
    if not hasattr(os, "getgroups"):
        return ()
    import grp

    names = []
    for number in os.getgroups():
        try:
            names.append(grp.getgrgid(number).gr_name)
        except KeyError:
            names.append(str(number))
    return tuple(sorted(names))


def _vendors(root: Path) -> tuple[str, ...]:
    """Reads the bus for graphics cards, with or without a driver."""
    found = set()
    for device in (root / "sys/bus/pci/devices").glob("*"):
        kind, vendor = _read(device / "class"), _read(device / "vendor")
        if kind.startswith((PCI_DISPLAY, PCI_ACCELERATOR)) and vendor in VENDORS:
            found.add(VENDORS[vendor])
    return tuple(sorted(found))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
