"""Turn facts about a machine into lines: ok, warning or problem, and the fix.

Pure. A line is a key of the wording's table [ui.machine.gpu] with its parameters. The available
builds of PyTorch and CuPy change every few months, so no version is hard-coded. A line states what
is installed, what fits by the vendor's own rule, and where the builds are listed.
The rules: an NVIDIA driver runs builds for the CUDA version that it reports, for other minor
versions of the same major version, and for older ones (docs.nvidia.com/deploy/cuda-compatibility).
A library linked against ROCm needs the same major version, which is in the file name
libamdhip64.so.N. The other sources are the notes on PyTorch for HIP, CuPy's installation guide, and
ROCm's guide on GPU isolation.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct, field

from grader.machine.facts import DeviceNode, LibraryBuild, MachineFacts

TORCH = "https://pytorch.org/get-started/locally/"
CUPY = "https://docs.cupy.dev/en/stable/install.html"
ROCM = "https://rocm.docs.amd.com/"
MISSING = re.compile(r"libamdhip64\.so\.(\d+)")


def _major(version: str) -> int:
    major = re.match(r"\d+", version)
    return int(major[0]) if major else 0


# In the order of their effect: a device hidden by one is hidden for the next.
ORDER = {
    "AMD": (
        *("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"),
        *("CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    ),
    "NVIDIA": ("CUDA_VISIBLE_DEVICES",),
}
FULL_FROM = 0.1  # a device with less free memory, as a share, counts as full
GROUPS = "sudo usermod -aG render,video $USER"
CONTAINER = {
    "AMD": "docker run --device=/dev/kfd --device=/dev/dri --group-add video ...",
    "NVIDIA": "docker run --gpus all ...",
}


class DiagnosisLevel(StrEnum):
    """The severity of a line."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class DiagnosisLine(Struct, frozen=True, kw_only=True):
    """The result of one check."""

    level: DiagnosisLevel
    key: str
    params: Mapping[str, str | int] = field(default_factory=dict)
    command: str = ""  # fixes the problem, or shows more
    links: tuple[str, ...] = ()  # pages that list what can be installed


def diagnose(facts: MachineFacts) -> tuple[DiagnosisLine, ...]:
    """Return the lines in the order in which problems should be fixed."""
    if not facts.vendor and not facts.wsl:
        return (DiagnosisLine(level=DiagnosisLevel.OK, key="none"), *_torch_on_cpu(facts))
    return (
        *_driver(facts),
        *_permissions(facts),
        *_variables(facts),
        *_site_folders(facts),
        *_torch(facts),
        *_cupy(facts),
        *_devices(facts),
    )


def _torch_on_cpu(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    if not facts.torch.installed:
        yield DiagnosisLine(level=DiagnosisLevel.OK, key="torch_absent", links=(TORCH,))
    elif facts.torch.error and not (facts.torch.hip or facts.torch.cuda):
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM,
            key="torch_fails",
            params={"error": facts.torch.error},
            links=(TORCH,),
        )
    else:
        yield DiagnosisLine(
            level=DiagnosisLevel.OK, key="torch_on_cpu", params=_version(facts.torch)
        )


def _driver(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    vendor = facts.vendor or "NVIDIA"
    if not facts.nodes:
        mend = CONTAINER[vendor] if facts.in_container else DRIVERS[vendor]
        key = "no_nodes_in_container" if facts.in_container else "no_driver"
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key=key, params={"vendor": vendor}, command=mend
        )
        return
    key = "wsl" if facts.wsl else "driver_amd" if facts.vendor == "AMD" else "driver_nvidia"
    versions = {
        "driver": facts.driver or "?",
        "rocm": facts.rocm or "-",
        "cuda": facts.driver_cuda or "?",
    }
    yield DiagnosisLine(level=DiagnosisLevel.OK, key=key, params=versions)
    yield from _what_fits(facts)
    yield from _old_driver(facts)


def _what_fits(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    """Yield which builds fit, also if all is well."""
    params: dict[str, str | int]
    if facts.vendor == "AMD" and _major(facts.rocm):
        minor = ".".join(facts.rocm.split(".")[:2])
        key, params = "fits_rocm", {"rocm": minor, "major": _major(facts.rocm)}
    elif facts.driver_cuda:
        key, params = "fits_cuda", {"major": _major(facts.driver_cuda)}
    else:
        return
    yield DiagnosisLine(level=DiagnosisLevel.OK, key=key, params=params, links=(TORCH, CUPY))


DRIVERS = {
    "AMD": "sudo amdgpu-install --usecase=rocm",
    "NVIDIA": "sudo ubuntu-drivers install",
}


def _old_driver(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    """Yield a problem if the driver is too old for PyTorch's CUDA.

    A build that sees a device works whatever the versions: NVIDIA has packages for that.
    """
    runs = _major(facts.driver_cuda)
    if runs and not facts.torch.devices and _major(facts.torch.cuda) > runs:
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM,
            key="old_driver",
            params={"runs": facts.driver_cuda, "cuda": facts.torch.cuda, "major": runs},
            command="" if facts.wsl else DRIVERS["NVIDIA"],  # WSL uses the driver of Windows
            links=(TORCH,),
        )


def _permissions(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    """Yield a problem if the driver's own file, or every single device, cannot be opened."""
    shut = [node for node in facts.nodes if not node.usable]
    single = [node for node in facts.nodes if re.search(r"\d$", node.path)]
    if shut and (any(node not in single for node in shut) or all(n in shut for n in single)):
        names = ", ".join(node.path for node in shut)
        command = (
            f"{_groups_command(shut)}  # {LOGIN}" if facts.user != "root" else f"ls -l {names}"
        )
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="shut", params={"nodes": names}, command=command
        )
    elif facts.nodes:
        yield DiagnosisLine(level=DiagnosisLevel.OK, key="open", params={"count": len(facts.nodes)})


LOGIN = "log out and in again"


def _groups_command(shut: list[DeviceNode]) -> str:
    groups = {node.group for node in shut} - {"", "root"}
    if not groups or groups <= {"render", "video"}:
        return GROUPS
    return f"sudo usermod -aG {','.join(sorted(groups))} $USER"


def _variables(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    order = ORDER.get(facts.vendor, ())
    variables = [(name, facts.variables[name]) for name in order if name in facts.variables]
    if variables:
        settings = ", ".join(f"{name}={value}" for name, value in variables)
        empty = any(value.strip() in ("", "-1") for _, value in variables)
        key = "all_hidden" if empty else "hidden_twice" if len(variables) > 1 else "hidden"
        level = (
            DiagnosisLevel.OK
            if key == "hidden"
            else DiagnosisLevel.PROBLEM
            if empty
            else DiagnosisLevel.WARNING
        )
        command = (
            "" if level is DiagnosisLevel.OK else "unset " + " ".join(name for name, _ in variables)
        )
        params = {"settings": settings, "order": " > ".join(order)}
        yield DiagnosisLine(level=level, key=key, params=params, command=command)
    if override := facts.variables.get("HSA_OVERRIDE_GFX_VERSION"):
        command = "grader machine --selftest"
        params = {"version": override}
        yield DiagnosisLine(
            level=DiagnosisLevel.WARNING, key="override", params=params, command=command
        )


def _torch(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    build = facts.torch
    right = build.hip if facts.vendor == "AMD" else build.cuda
    if not build.installed:
        yield DiagnosisLine(level=DiagnosisLevel.WARNING, key="torch_absent", links=(TORCH,))
    elif build.hangs:
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="hangs", params=_error(build), command="dmesg | tail"
        )
    elif not (build.hip or build.cuda):
        key = "torch_fails" if build.error else "torch_for_cpu"
        params = {**_version(build), **_error(build)}
        yield DiagnosisLine(level=DiagnosisLevel.PROBLEM, key=key, params=params, links=(TORCH,))
    elif not right:
        params = {**_version(build), "vendor": facts.vendor}
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="torch_for_other", params=params, links=(TORCH,)
        )
    elif not build.devices:
        params = {**_version(build), "error": build.error or "-"}
        yield DiagnosisLine(level=DiagnosisLevel.PROBLEM, key="torch_sees_none", params=params)
    else:
        key = "torch_hip" if build.hip else "torch_cuda"
        params = {**_version(build), "runtime": build.hip or build.cuda}
        yield DiagnosisLine(level=DiagnosisLevel.OK, key=key, params=params)


def _cupy(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    build = facts.cupy
    names = ", ".join(f"{name} {version}" for name, version in build.distributions)
    without_rocm = facts.vendor == "AMD" and not _major(facts.rocm)
    case = "_without_rocm" if without_rocm else ""
    install = DRIVERS["AMD"] if without_rocm else ""
    links: tuple[str, ...] = (ROCM, CUPY) if without_rocm else (CUPY,)
    remove = f"pip uninstall -y {' '.join(name for name, _ in build.distributions)}"
    level, key, params, command = DiagnosisLevel.PROBLEM, "", _error(build), ""
    if not build.installed:
        level, key, command = DiagnosisLevel.WARNING, f"cupy_absent{case}", install
    elif len(build.distributions) > 1:
        key, command = "cupy_twice", remove
    elif build.hangs:
        key, command, links = "hangs", "dmesg | tail", ()
    elif build.devices and not build.error:
        level, key, links = DiagnosisLevel.OK, "cupy", ()
    elif OTHER_BUILDS[facts.vendor or "NVIDIA"] in build.distributions[0][0]:
        key, command = "cupy_for_other", remove
    elif without_rocm:
        key, command = f"cupy_fails{case}", install
    elif (wanted := MISSING.search(build.error)) and int(wanted[1]) != _major(facts.rocm):
        key, command = "cupy_fails_for_other_rocm", remove
        params = {**params, "wanted": wanted[1], "rocm": facts.rocm}
    else:
        key = "cupy_fails"
    params = {
        **params,
        "error": build.error or "-",
        "names": names,
        "vendor": facts.vendor or "NVIDIA",
    }
    yield DiagnosisLine(level=level, key=key, params=params, command=command, links=links)


OTHER_BUILDS = {"AMD": "cuda", "NVIDIA": "rocm"}  # in the names of CuPy's distributions


def _site_folders(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    """Yield a site's library folders that the sandbox does not show to students' programs."""
    if facts.unshown:
        folders = ", ".join(facts.unshown)
        command = "ls -ld " + " ".join(map(shlex.quote, facts.unshown))
        yield DiagnosisLine(
            level=DiagnosisLevel.WARNING,
            key="unshown",
            params={"folders": folders},
            command=command,
        )


def _devices(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    build = facts.torch if facts.torch.devices else facts.cupy
    for device in build.devices:
        params: dict[str, str | int] = {"name": device.name, "arch": device.arch}
        params |= {"free": device.free_mib, "memory": device.memory_mib}
        full = device.free_mib < FULL_FROM * device.memory_mib
        command = MONITORS.get(facts.vendor, "nvidia-smi") if full else ""
        level = DiagnosisLevel.WARNING if full else DiagnosisLevel.OK
        yield DiagnosisLine(
            level=level, key="device_full" if full else "device", params=params, command=command
        )
        if build.archs and device.arch and not _has_code(device.arch, build.archs):
            params = {"arch": device.arch, "archs": ", ".join(build.archs)}
            yield DiagnosisLine(
                level=DiagnosisLevel.WARNING,
                key="no_code",
                params=params,
                command="grader machine --selftest",
            )


MONITORS = {"AMD": "amd-smi process", "NVIDIA": "nvidia-smi"}


def _has_code(arch: str, archs: tuple[str, ...]) -> bool:
    """Return whether the library contains code for a device.

    NVIDIA's code runs on later devices as well.
    """
    if arch in archs or not arch.startswith("sm_"):
        return arch in archs
    own = int(arch.removeprefix("sm_"))
    compute = [int(number[0]) for name in archs if (number := re.search(r"\d+", name))]
    return any(number // 10 == own // 10 and number <= own for number in compute) or any(
        name.startswith("compute_") and int(name.removeprefix("compute_")) <= own for name in archs
    )


def _version(build: LibraryBuild) -> dict[str, str | int]:
    return {"version": build.distributions[0][1] if build.distributions else ""}


def _error(build: LibraryBuild) -> dict[str, str | int]:
    return {"error": build.error}
