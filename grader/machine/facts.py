"""Gather what `grader machine` reports: device files, drivers, builds of libraries.

Facts that need an import are gathered by a throwaway process. Nothing is judged here.
"""

import contextlib
import os
import re
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from grader.sandbox.machine.facts import (
    ASK_DEVICE,
    ROOT,
    NoAnswerError,
    TookTooLongError,
    ask,
    driver_version,
    look_for_devices,
    read_file,
)
from grader.sandbox.mounts import CAPABILITIES, unshown_folders

MAIN_PARTS = re.compile(r"\d+(?:\.\d+){1,2}")
VARIABLES = (
    *("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    *("CUDA_VISIBLE_DEVICES", "HSA_OVERRIDE_GFX_VERSION"),
)
PCI_DISPLAY = "0x03"  # class of a display controller; accelerators are 0x12
PCI_ACCELERATOR = "0x12"
VENDORS = {"0x1002": "AMD", "0x10de": "NVIDIA"}


class DeviceNode(Struct, frozen=True, kw_only=True):
    """A device file."""

    path: str
    usable: bool  # by this process, for reading and writing
    group: str = ""  # owner group


class SeenDevice(Struct, frozen=True, kw_only=True):
    """A device as a library sees it."""

    name: str
    arch: str = ""
    memory_mib: int = 0
    free_mib: int = 0


class LibraryBuild(Struct, frozen=True, kw_only=True):
    """An installed library that can use a GPU."""

    distributions: tuple[tuple[str, str], ...] = ()  # (name, version); empty = not installed
    hip: str = ""  # the version it was built for
    cuda: str = ""
    devices: tuple[SeenDevice, ...] = ()
    archs: tuple[str, ...] = ()  # architectures with machine code
    error: str = ""  # of the import, or of the search for devices
    hangs: bool = False

    @property
    def installed(self) -> bool:
        """Whether any distribution of it is installed."""
        return bool(self.distributions)


class MachineFacts(Struct, frozen=True, kw_only=True):
    """The facts about a machine."""

    vendors: tuple[str, ...] = ()  # of graphics cards on the bus: "AMD", "NVIDIA"
    nodes: tuple[DeviceNode, ...] = ()
    user: str = ""
    groups: tuple[str, ...] = ()  # of the user
    in_container: bool = False
    wsl: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)
    unshown: tuple[str, ...] = ()  # folders of GPU libraries that the sandbox does not show
    rocm: str = ""  # version installed in /opt
    driver: str = ""
    driver_cuda: str = ""  # newest CUDA that NVIDIA's driver runs, such as "12.8"
    torch: LibraryBuild = LibraryBuild()
    cupy: LibraryBuild = LibraryBuild()

    @property
    def vendor(self) -> str:
        """The GPU's vendor: by the device files, else by the bus; "" without a GPU."""
        paths = [node.path for node in self.nodes]
        if "/dev/kfd" in paths:
            return "AMD"
        if "/dev/nvidiactl" in paths:
            return "NVIDIA"
        return next((name for name in ("NVIDIA", "AMD") if name in self.vendors), "")


def gather_facts(environ: Mapping[str, str] = os.environ, root: Path = ROOT) -> MachineFacts:
    """Gather the facts; the libraries are queried in throwaway processes."""
    files = look_for_devices(root)
    nodes = tuple(_node(path) for path in (*files.amd, *files.nvidia, *files.wsl))
    release = read_file(root / "proc/sys/kernel/osrelease").lower()
    return MachineFacts(
        vendors=_vendors(root),
        nodes=nodes,
        user=environ.get("USER", ""),
        groups=_groups(),
        in_container=(root / ".dockerenv").exists() or (root / "run/.containerenv").exists(),
        wsl="microsoft" in release,
        variables={name: environ[name] for name in VARIABLES if name in environ},
        unshown=unshown_folders(environ) if files.any else (),
        rocm=rocm_version(root),
        driver=driver_version(root, amd=bool(files.amd)) if files.any else "",
        driver_cuda=driver_cuda() if files.nvidia or files.wsl else "",
        torch=_build("torch"),
        cupy=_build("cupy"),
    )


def driver_cuda() -> str:
    """Return the CUDA version that the driver reports; "" without an answer.

    Asking the driver avoids a table of drivers.
    """
    with contextlib.suppress(NoAnswerError):
        version = ask(ASK_DEVICE, "driver")["driver"].get("cuda", 0)
        return f"{version // 1000}.{version % 1000 // 10}" if version else ""
    return ""


def _build(library: str) -> LibraryBuild:
    distributions = distributions_of(library)
    if not distributions:
        return LibraryBuild()
    try:
        answer: Mapping[str, Any] = ask(ASK_DEVICE, library)[library]
    except NoAnswerError as error:
        hangs = isinstance(error, TookTooLongError)
        return LibraryBuild(distributions=distributions, error=str(error), hangs=hangs)
    return read_build(distributions, answer)


def read_build(
    distributions: tuple[tuple[str, str], ...], answer: Mapping[str, Any]
) -> LibraryBuild:
    """Convert the answer of `ask_device` for one library."""
    runtime = str(answer.get("runtime", ""))
    hip = answer.get("hip") or (runtime if answer.get("is_hip") else "")
    cuda = answer.get("cuda") or ("" if answer.get("is_hip") else runtime)
    return LibraryBuild(
        distributions=distributions,
        hip=hip,
        cuda=cuda,
        devices=tuple(map(_seen_device, answer.get("devices", ()))),
        archs=tuple(answer.get("arch_list", ())),
        error=answer.get("error", ""),
    )


def _seen_device(fields: Mapping[str, Any]) -> SeenDevice:
    return SeenDevice(**{name: value for name, value in fields.items() if name != "pci"})


def _node(path: str) -> DeviceNode:
    group = ""
    try:
        group = Path(path).group()
    except (OSError, KeyError, NotImplementedError):
        group = str(os.stat(path).st_gid) if Path(path).exists() else ""  # noqa: PTH116
    wanted = os.R_OK if CAPABILITIES in path else os.R_OK | os.W_OK
    return DeviceNode(path=path, usable=os.access(path, wanted), group=group)


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
    """Return the vendors of graphics cards on the bus, with or without a driver."""
    vendors = set()
    for device in (root / "sys/bus/pci/devices").glob("*"):
        kind, vendor = read_file(device / "class"), read_file(device / "vendor")
        if kind.startswith((PCI_DISPLAY, PCI_ACCELERATOR)) and vendor in VENDORS:
            vendors.add(VENDORS[vendor])
    return tuple(sorted(vendors))


def rocm_version(root: Path) -> str:
    """Return the ROCm version in /opt, such as "6.4.1"; "" if there is none."""
    for place in ("opt/rocm/.info/version", "opt/rocm/.info/version-dev"):
        if version := MAIN_PARTS.search(read_file(root / place)):
            return version[0]
    return ""


def distributions_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return (name, version) of all distributions that provide a top-level module.

    Several at once overwrite each other's files.
    """
    own = metadata.packages_distributions().get(name, ())
    return tuple(sorted({(name.lower(), metadata.version(name)) for name in own}))
