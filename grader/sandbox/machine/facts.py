"""What can be found out about this machine's GPU software, gathered without judging it.

Device files are looked for in /dev, /sys and /proc, libraries by their metadata; what only an
import can tell is asked of a process that is thrown away: it may touch a device, hang, or die.
Sources: ROCm's documentation on containers (/dev/kfd and one /dev/dri/renderD*), the NVIDIA
container toolkit (nvidiactl, nvidia-uvm and one nvidiaN), its guide on MIG (the files of instances
that /proc/driver/nvidia/capabilities names), WSL (/dev/dxg for every GPU).
"""

import contextlib
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Collection, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from grader.sandbox.mounts import CAPABILITIES, unshown_folders

ROOT = Path("/")
KFD, NVIDIA, WSL = "dev/kfd", "dev/nvidiactl", "dev/dxg"
MINOR = re.compile(r"^Device Minor:\s*(\d+)", re.MULTILINE)
CAPABILITY_MINOR = re.compile(r"^DeviceFileMinor:\s*(\d+)", re.MULTILINE)


class DeviceFiles(Struct, frozen=True, kw_only=True):
    """Which device files are here, as absolute paths; empty on a machine without a GPU."""

    amd: tuple[str, ...] = ()  # /dev/kfd, /dev/dri/renderD*
    nvidia: tuple[str, ...] = ()  # /dev/nvidiactl, /dev/nvidia-uvm, /dev/nvidia0 …, MIG's
    wsl: tuple[str, ...] = ()  # /dev/dxg

    @property
    def any(self) -> bool:
        """Says whether asking a driver is worth a process."""
        return bool(self.amd or self.nvidia or self.wsl)


def look_for_devices(root: Path = ROOT) -> DeviceFiles:
    """Lists the device files below `root`, which is another folder than "/" only in tests."""
    amd = [KFD, *_sorted(root, "dev/dri/renderD*")] if (root / KFD).exists() else []
    nvidia = [NVIDIA, "dev/nvidia-uvm", *_mig_files(root), *_sorted(root, "dev/nvidia[0-9]*")]
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


def _mig_files(root: Path) -> list[str]:
    """Name the files of MIG instances; not those with which instances are made and watched."""
    own = "proc/driver/nvidia/capabilities/gpu*/mig/gi*"
    minors = [
        minor[1]
        for pattern in (f"{own}/access", f"{own}/ci*/access")
        for file in root.glob(pattern)
        if (minor := CAPABILITY_MINOR.search(_read(file)))
    ]
    return [f"dev/nvidia-caps/nvidia-cap{minor}" for minor in sorted(minors, key=int)]


def _nvidia_minor(root: Path, pci: str) -> str:
    for file in (root / "proc/driver/nvidia/gpus").glob("*/information"):
        if pci and file.parent.name.lower() == pci.lower():
            minor = MINOR.search(file.read_text(encoding="utf-8", errors="replace"))
            return minor[1] if minor else ""
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


NVIDIA_LINE = re.compile(r"NVRM version:.*?\s(\d+\.\d+(?:\.\d+)?)\s")
MAIN_PARTS = re.compile(r"\d+(?:\.\d+){1,2}")


def driver_version(root: Path, *, amd: bool) -> str:
    """Reads the version of the kernel's driver; "" when it does not say one.

    The amdgpu that comes with Linux has no version of its own: then it is the kernel's.
    """
    if amd:
        own = _read(root / "sys/module/amdgpu/version")
        return own or _read(root / "proc/sys/kernel/osrelease")
    line = NVIDIA_LINE.search(_read(root / "proc/driver/nvidia/version") + " ")
    return line[1] if line else ""


def rocm_version(root: Path) -> str:
    """Reads which ROCm is installed in /opt, such as "6.4.1"; "" when there is none."""
    for place in ("opt/rocm/.info/version", "opt/rocm/.info/version-dev"):
        if version := MAIN_PARTS.search(_read(root / place)):
            return version[0]
    return ""


def installed_versions(names: Collection[str]) -> Mapping[str, str]:
    """Gives the version of each top-level module that can be imported; "" if nobody says it.

    A library is published under several distribution names: cupy as cupy-cuda12x, cupy-rocm-7-0 …
    Only for those all that is installed is gone through, which takes a tenth of a second and more.
    """
    providers = cache(metadata.packages_distributions)
    versions = {}
    for name in sorted(names):
        version = _version((name,))
        if version or _can_be_found(name):
            versions[name] = version or _version(providers().get(name, ()))
    return versions


def distributions_of(name: str) -> tuple[tuple[str, str], ...]:
    """Pairs the names and versions of all distributions that provide a top-level module.

    Several at once overwrite each other's files.
    """
    own = metadata.packages_distributions().get(name, ())
    return tuple(sorted({(name.lower(), metadata.version(name)) for name in own}))


def _version(providers: Collection[str]) -> str:
    for name in sorted(set(providers)):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return ""


def _can_be_found(name: str) -> bool:
    """Looks like an import would; packages of a system may come without metadata."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


PROGRAMS = Path(__file__).resolve().parent / "throwaway"
# A first import of PyTorch for ROCm from a slow disk takes minutes, and then the driver starts.
DEVICE_SECONDS = 300.0
LAST_WORDS = 2000  # characters of its standard error
DYING_SECONDS = 2.0


class NoAnswerError(Exception):
    """The process gave no answer; the text is one English sentence without a full stop."""


class TookTooLongError(NoAnswerError):
    """The process had to be ended: a driver hangs, or the machine is very slow."""


def ask(
    program: str,
    *arguments: str,
    seconds: float = DEVICE_SECONDS,
    environ: Mapping[str, str] | None = None,
) -> Mapping[str, Any]:
    """Runs one of the throw-away programs and reads the JSON object in its last line.

    NoAnswerError says what went wrong; TookTooLongError when `seconds` were not enough.
    """
    process = subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-P", str(PROGRAMS / f"{program}.py"), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ if environ is None else environ),
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except BaseException as error:  # an interrupt, too, leaves nothing that runs on
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
    """Kills, without waiting for long: in a hanging driver even SIGKILL has to wait."""
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
    release = _read(root / "proc/sys/kernel/osrelease").lower()
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
        version = ask("ask_device", "driver")["driver"].get("cuda", 0)
        return f"{version // 1000}.{version % 1000 // 10}" if version else ""
    return ""


def _build(library: str) -> LibraryBuild:
    distributions = distributions_of(library)
    if not distributions:
        return LibraryBuild()
    try:
        answer: Mapping[str, Any] = ask("ask_device", library)[library]
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
        kind, vendor = _read(device / "class"), _read(device / "vendor")
        if kind.startswith((PCI_DISPLAY, PCI_ACCELERATOR)) and vendor in VENDORS:
            vendors.add(VENDORS[vendor])
    return tuple(sorted(vendors))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
