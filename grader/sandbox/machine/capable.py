"""What this machine can offer to exercises: libraries and working GPUs."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from grader.kinds import kinds
from grader.model.course import DeviceKind
from grader.model.errors import SandboxUnavailable
from grader.model.machine import Capabilities, Device
from grader.sandbox.machine.facts import (
    ASK_DEVICE,
    ROOT,
    DeviceFiles,
    NoAnswerError,
    TookTooLongError,
    ask,
    driver_version,
    look_for_devices,
    needed_nodes,
)
from grader.sandbox.mounts import is_one_device
from grader.sandbox.packages import installed_versions
from grader.sandbox.pythons import find_pythons

ON_A_DEVICE = ("torch", "cupy")  # asked in this order
Choice = Literal["auto", "cpu", "gpu"]

NO_FILES = "there is no GPU (none of /dev/kfd, /dev/nvidiactl, /dev/dxg exists)"
NO_LIBRARY = "there seems to be a GPU, but neither PyTorch nor CuPy is installed"
HANGS = "the GPU driver does not respond ({reason}); try `grader machine`, or restart the computer"
FAILED = "the GPU cannot be used: {reason}; run `grader machine` for details"


def find_capabilities(
    libraries: Collection[str],
    choice: str,
    *,
    root: Path = ROOT,
    pythons: Collection[str] = (),
) -> Capabilities:
    """Return the versions of these libraries, and a GPU if one of them could use it.

    `choice` is "auto", "cpu" (GPU exercises run on the CPU if their library can) or "gpu". Raises
    SandboxUnavailable if "gpu" is impossible. `pythons` are further versions of Python to look for,
    each with its versions of the libraries. `root` differs from "/" only in tests.
    """
    others = find_pythons(pythons, libraries)
    versions = dict(installed_versions(libraries))
    for kind in kinds():
        versions |= kind.versions(libraries)
    if choice == "cpu":
        return Capabilities(libraries=versions, pythons=others, cpu_instead=True)
    try:
        gpu, *more = find_devices([name for name in ON_A_DEVICE if name in versions], root)
    except SandboxUnavailable:
        if choice == "gpu":
            raise
        return Capabilities(libraries=versions, pythons=others)
    return Capabilities(libraries=versions, pythons=others, gpu=gpu, more_gpus=tuple(more))


def find_devices(libraries: Collection[str], root: Path = ROOT) -> tuple[Device, ...]:
    """Return the first device that a library sees, then its interchangeable ones.

    Raises SandboxUnavailable if there is none. Devices are interchangeable if no result or time
    could reveal which one was used, and if a guest can be given one without the rest.
    """
    files = look_for_devices(root)
    if not files.any:
        raise SandboxUnavailable(NO_FILES)
    if not libraries:
        raise SandboxUnavailable(NO_LIBRARY)
    reasons = []
    for library in libraries:
        answer = _ask_library(library)
        if devices := answer.get("devices"):
            described = [_device(library, answer, each, files, root) for each in devices]
            return _alike(described)
        reasons.append(f"{library}: {answer.get('error') or _build(answer)}")
    raise SandboxUnavailable(FAILED, reason="; ".join(reasons))


def _alike(devices: Sequence[Device]) -> tuple[Device, ...]:
    """Return the first device, then those of the same model that have device files of their own."""
    first = devices[0]
    by_files: dict[tuple[str, ...], Device] = {}
    for each in devices:
        if (each.name, each.arch, each.memory_mib) == (first.name, first.arch, first.memory_mib):
            by_files.setdefault(each.nodes, each)
    alone = all(is_one_device(nodes) for nodes in by_files)
    return tuple(by_files.values()) if alone else (first,)


def _ask_library(library: str) -> Mapping[str, Any]:
    try:
        answer: Mapping[str, Any] = ask(ASK_DEVICE, library)[library]
    except TookTooLongError as error:
        raise SandboxUnavailable(HANGS, reason=str(error)) from None
    except NoAnswerError as error:
        return {"error": str(error)}
    return answer


def _build(answer: Mapping[str, Any]) -> str:
    """Explain an answer without devices."""
    if not any(answer.get(kind) for kind in ("hip", "cuda", "is_hip", "runtime")):
        return f"version {answer.get('version')} is a build for the CPU"
    return "no device is visible"


def _device(
    library: str,
    answer: Mapping[str, Any],
    device: Mapping[str, Any],
    files: DeviceFiles,
    root: Path,
) -> Device:
    amd = bool(answer.get("hip") or answer.get("is_hip"))
    used = (
        DeviceFiles(amd=files.amd, wsl=files.wsl)
        if amd
        else DeviceFiles(nvidia=files.nvidia, wsl=files.wsl)
    )
    return Device(
        kind=DeviceKind.GPU,
        name=device["name"],
        arch=device["arch"],
        runtime=_runtime(library, answer, amd=amd),
        driver=driver_version(root, amd=amd),
        memory_mib=device["memory_mib"],
        nodes=needed_nodes(used, device["pci"], root),
        siblings=used.amd,
    )


def _runtime(library: str, answer: Mapping[str, Any], *, amd: bool) -> str:
    kind = "HIP" if amd else "CUDA"
    if library == "torch":
        return f"{kind} {answer['hip' if amd else 'cuda']}"
    number = int(answer.get("runtime", 0))  # HIP: 60443482 = 6.4.43482; CUDA: 12080 = 12.8
    if amd:
        return f"{kind} {number // 10_000_000}.{number // 100_000 % 100}.{number % 100_000}"
    return f"{kind} {number // 1000}.{number // 10 % 100}"
