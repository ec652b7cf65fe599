"""From facts about a machine to lines: ok, warning or problem, and the command that mends it.

Pure. A line is a key of the wording's table [ui.machine.gpu] and what fills its sentence.
Sources of the rules: the notes on PyTorch for HIP, CuPy's installation guide, ROCm's guide on GPU
isolation, and messages in issue threads of those projects; docs/en/gpu.md lists them.

CuPy's wheels, from its installation guide and the package index: `cupy-rocm-7-0` for ROCm 7,
`cupy-rocm-5-0` for ROCm 5 (the last is 13.3), nothing for ROCm 6: `cupy-rocm-6-0` was never
published, and AMD gives its own build, `amd-cupy`, from its own index (the `amd-cupy` of the
public index is an empty placeholder). `cupy-cuda12x` and `cupy-cuda13x` for NVIDIA.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct, field

from grader.sandbox.machine.facts import DeviceNode, LibraryBuild, MachineFacts

AMD_CUPY = "PIP_EXTRA_INDEX_URL=https://pypi.amd.com/simple pip install amd-cupy"
FROM_SOURCE = "CUPY_INSTALL_USE_HIP=1 ROCM_HOME=/opt/rocm HCC_AMDGPU_TARGET={arch} pip install cupy"
WHEELS = "https://download.pytorch.org/whl"
ROCM_CUPY = {5: "pip install cupy-rocm-5-0", 6: AMD_CUPY, 7: "pip install cupy-rocm-7-0"}
ROCM_TORCH = {5: "5.7", 6: "6.4", 7: "7.1"}  # the last index of each; its wheels bring ROCm along
MISSING = re.compile(r"libamdhip64\.so\.(\d+)")
FIRST_CUDA_13 = 580  # the first driver that serves CUDA 13


class Remedy(Struct, frozen=True, kw_only=True):
    """What would put it right; `case` is added to the key of a line's sentence."""

    command: str = ""
    case: str = ""


def torch_for(facts: MachineFacts) -> str:
    """Gives the command that installs the build of PyTorch for this machine's GPU."""
    if facts.vendor == "AMD":
        major = max((one for one in ROCM_TORCH if one <= _major(facts.rocm)), default=6)
        version = ROCM_TORCH[major]
        return f"pip install --force-reinstall torch -i {WHEELS}/rocm{version}"
    version = "cu130" if _major(facts.driver) >= FIRST_CUDA_13 else "cu128"
    return f"pip install --force-reinstall torch -i {WHEELS}/{version}"


def cupy_for(facts: MachineFacts) -> Remedy:
    """Gives the command that installs the build of CuPy for this machine's GPU."""
    if facts.vendor != "AMD":
        cuda = _major(facts.torch.cuda) or (13 if _major(facts.driver) >= FIRST_CUDA_13 else 12)
        return _after_removal(facts, f"pip install cupy-cuda{cuda}x")
    rocm = _major(facts.rocm)
    if not rocm:
        return Remedy(command="sudo amdgpu-install --usecase=rocm", case="_without_rocm")
    right = _rocm_cupy(facts)
    missing = MISSING.search(facts.cupy.error)
    if missing and int(missing[1]) != rocm:
        return _after_removal(facts, right, "_for_other_rocm")
    if facts.cupy.installed and facts.cupy.distributions[0][0] in right.split():
        # The right wheel, and yet it fails: this device's code may be missing in it.
        return _after_removal(facts, _from_source(facts))
    return _after_removal(facts, right)


def _rocm_cupy(facts: MachineFacts) -> str:
    """Gives the wheel for this ROCm, or how to build one where nobody publishes any."""
    return ROCM_CUPY.get(_major(facts.rocm)) or _from_source(facts)


def _from_source(facts: MachineFacts) -> str:
    arch = next((device.arch for device in facts.torch.devices if device.arch), "gfxNNNN")
    return FROM_SOURCE.format(arch=arch)


def _after_removal(facts: MachineFacts, command: str, case: str = "") -> Remedy:
    """Puts the removal of what is there before the command: two builds overwrite each other."""
    names = " ".join(name for name, _ in facts.cupy.distributions)
    removal = f"pip uninstall -y {names} && " if names else ""
    return Remedy(command=removal + command, case=case)


def _major(version: str) -> int:
    major = re.match(r"\d+", version)
    return int(major[0]) if major else 0


# The order in which they take effect: what one hides the next cannot show.
ORDER = {
    "AMD": (
        *("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"),
        *("CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    ),
    "NVIDIA": ("CUDA_VISIBLE_DEVICES",),
}
FULL_FROM = 0.1  # of a device's memory left free
CUDA_DRIVERS = {12: 525, 13: 580}  # NVIDIA's oldest Linux driver for each CUDA (release notes)
GROUPS = "sudo usermod -aG render,video $USER"
CONTAINER = {
    "AMD": "docker run --device=/dev/kfd --device=/dev/dri --group-add video ...",
    "NVIDIA": "docker run --gpus all ...",
}


class DiagnosisLevel(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class DiagnosisLine(Struct, frozen=True, kw_only=True):
    """One thing that was looked at."""

    level: DiagnosisLevel
    key: str
    params: Mapping[str, str | int] = field(default_factory=dict)
    command: str = ""  # that mends it, or shows more


def diagnose(facts: MachineFacts) -> tuple[DiagnosisLine, ...]:
    """Says what is well and what is not, in the order in which it should be mended."""
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
        command = "pip install torch -i https://download.pytorch.org/whl/cpu"
        yield DiagnosisLine(level=DiagnosisLevel.OK, key="torch_absent", command=command)
    elif facts.torch.error and not (facts.torch.hip or facts.torch.cuda):
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="torch_fails", params={"error": facts.torch.error}
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
    if facts.wsl:
        yield DiagnosisLine(level=DiagnosisLevel.OK, key="wsl")
    else:
        versions: dict[str, str | int] = {
            "vendor": vendor,
            "driver": facts.driver or "?",
            "rocm": facts.rocm or "-",
        }
        yield DiagnosisLine(level=DiagnosisLevel.OK, key="driver", params=versions)
        yield from _fitting_wheels(facts)
    yield from _old_driver(facts)


def _fitting_wheels(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    """Names what to install for the ROCm that is there, also where all is well."""
    if facts.vendor != "AMD" or not _major(facts.rocm):
        return
    params: dict[str, str | int] = {
        "rocm": facts.rocm,
        "torch": torch_for(facts).partition("--force-reinstall ")[2],
        "cupy": _rocm_cupy(facts),
    }
    yield DiagnosisLine(level=DiagnosisLevel.OK, key="fitting_wheels", params=params)


DRIVERS = {
    "AMD": "sudo amdgpu-install --usecase=rocm",
    "NVIDIA": "sudo ubuntu-drivers install",
}


def _old_driver(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    major = re.match(r"\d+", facts.torch.cuda)
    driver = re.match(r"\d+", facts.driver)
    if facts.vendor != "NVIDIA" or not (major and driver):
        return
    needed = CUDA_DRIVERS.get(int(major[0]), 0)
    if int(driver[0]) < needed:
        params: dict[str, str | int] = {
            "driver": facts.driver,
            "needed": needed,
            "cuda": facts.torch.cuda,
        }
        command = DRIVERS["NVIDIA"]
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="old_driver", params=params, command=command
        )


def _permissions(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    """A driver's own file, or all files of single devices, that we may not open."""
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
    build, remedy = facts.torch, torch_for(facts)
    right = build.hip if facts.vendor == "AMD" else build.cuda
    if not build.installed:
        yield DiagnosisLine(level=DiagnosisLevel.WARNING, key="torch_absent", command=remedy)
    elif build.hangs:
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="hangs", params=_error(build), command="dmesg | tail"
        )
    elif not (build.hip or build.cuda):
        key = "torch_fails" if build.error else "torch_for_cpu"
        params = {**_version(build), **_error(build)}
        yield DiagnosisLine(level=DiagnosisLevel.PROBLEM, key=key, params=params, command=remedy)
    elif not right:
        params = {**_version(build), "vendor": facts.vendor}
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="torch_for_other", params=params, command=remedy
        )
    elif not build.devices:
        params = {**_version(build), "error": build.error or "-"}
        yield DiagnosisLine(level=DiagnosisLevel.PROBLEM, key="torch_sees_none", params=params)
    else:
        key = "torch_hip" if build.hip else "torch_cuda"
        params = {**_version(build), "runtime": build.hip or build.cuda}
        yield DiagnosisLine(level=DiagnosisLevel.OK, key=key, params=params)


def _cupy(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    build, remedy = facts.cupy, cupy_for(facts)
    names = ", ".join(f"{name} {version}" for name, version in build.distributions)
    if not build.installed:
        yield _remedied(DiagnosisLevel.WARNING, "cupy_absent", {}, remedy)
    elif len(build.distributions) > 1:
        command = f"pip uninstall -y {' '.join(name for name, _ in build.distributions)}"
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="cupy_twice", params={"names": names}, command=command
        )
    elif build.hangs:
        yield DiagnosisLine(
            level=DiagnosisLevel.PROBLEM, key="hangs", params=_error(build), command="dmesg | tail"
        )
    elif build.error or not build.devices:
        params = {"names": names, "error": build.error or "-"}
        yield _remedied(DiagnosisLevel.PROBLEM, "cupy_fails", params, remedy)
    else:
        yield DiagnosisLine(level=DiagnosisLevel.OK, key="cupy", params={"names": names})


def _remedied(
    level: DiagnosisLevel, key: str, params: Mapping[str, str | int], remedy: Remedy
) -> DiagnosisLine:
    return DiagnosisLine(level=level, key=key + remedy.case, params=params, command=remedy.command)


def _site_folders(facts: MachineFacts) -> Iterator[DiagnosisLine]:
    """Name the folders of a site's own installation that students' programs are not shown."""
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
    """Says whether the library holds code for a device; NVIDIA's runs on later ones as well."""
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
