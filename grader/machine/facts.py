"""What `grader machine` looks at: device files, drivers, builds of libraries; not yet judged.

What only an import can tell is asked of a process that is thrown away.
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
    """One device file."""

    path: str
    usable: bool  # by us, for reading and writing
    group: str = ""  # that it belongs to


class SeenDevice(Struct, frozen=True, kw_only=True):
    """One device as a library sees it."""

    name: str
    arch: str = ""
    memory_mib: int = 0
    free_mib: int = 0


class LibraryBuild(Struct, frozen=True, kw_only=True):
    """One library that can use a GPU, as installed."""

    distributions: tuple[tuple[str, str], ...] = ()  # names and versions; empty = not installed
    hip: str = ""  # that it was built for
    cuda: str = ""
    devices: tuple[SeenDevice, ...] = ()
    archs: tuple[str, ...] = ()  # it has machine code for
    error: str = ""  # when it was imported, or looked for devices
    hangs: bool = False

    @property
    def installed(self) -> bool:
        """Whether any distribution of it is there."""
        return bool(self.distributions)


class MachineFacts(Struct, frozen=True, kw_only=True):
    """A machine, as recorded."""

    vendors: tuple[str, ...] = ()  # of graphics cards on the bus: "AMD", "NVIDIA"
    nodes: tuple[DeviceNode, ...] = ()
    user: str = ""
    groups: tuple[str, ...] = ()  # that the user is in
    in_container: bool = False
    wsl: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)
    unshown: tuple[str, ...] = ()  # folders of GPU libraries that students' programs do not see
    rocm: str = ""  # installed in /opt
    driver: str = ""
    driver_cuda: str = ""  # the newest that NVIDIA's driver runs, such as "12.8"
    torch: LibraryBuild = LibraryBuild()
    cupy: LibraryBuild = LibraryBuild()

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
    """Ask the driver itself, so that no table of drivers is needed; "" without an answer."""
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
    """Reads what `ask_device` says of one library."""
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
    """Reads the bus for graphics cards, with or without a driver."""
    vendors = set()
    for device in (root / "sys/bus/pci/devices").glob("*"):
        kind, vendor = read_file(device / "class"), read_file(device / "vendor")
        if kind.startswith((PCI_DISPLAY, PCI_ACCELERATOR)) and vendor in VENDORS:
            vendors.add(VENDORS[vendor])
    return tuple(sorted(vendors))


def rocm_version(root: Path) -> str:
    """Reads which ROCm is installed in /opt, such as "6.4.1"; "" when there is none."""
    for place in ("opt/rocm/.info/version", "opt/rocm/.info/version-dev"):
        if version := MAIN_PARTS.search(read_file(root / place)):
            return version[0]
    return ""


def distributions_of(name: str) -> tuple[tuple[str, str], ...]:
    """Pairs the names and versions of all distributions that provide a top-level module.

    Several at once overwrite each other's files.
    """
    own = metadata.packages_distributions().get(name, ())
    return tuple(sorted({(name.lower(), metadata.version(name)) for name in own}))
