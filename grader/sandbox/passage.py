"""What else gets through the fence: what a GPU's driver, or a compiler, needs, and folders.

In: a Device. Out: mounts, Landlock's paths, groups, environment. Sources: ROCm's and NVIDIA's
documentation on containers; docs/gpu.md says what has been tried on hardware and what has not.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from grader.model.course import Limits
from grader.model.machine import Device

# What HIP and CUDA read when they start. Nothing of it can be written.
KERNEL = (
    *("/sys/class/kfd", "/sys/devices/virtual/kfd", "/sys/class/drm", "/sys/dev/char"),
    *("/sys/bus/pci", "/sys/devices", "/sys/module/amdgpu", "/sys/module/nvidia"),
)
PROCESSES = ("/proc/driver/nvidia", "/proc/devices", "/proc/modules", "/proc/self")
# Libraries that wheels expect to be installed in the system.
SYSTEM = ("/opt/rocm", "/usr/local/cuda", "/usr/local/nvidia", "/usr/lib/wsl")
PASSED_ON = ("HSA_OVERRIDE_GFX_VERSION", "ROCM_PATH", "ROCM_HOME", "CUDA_PATH", "CUDA_HOME")
VISIBLE = (
    *("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"),
    "CUDA_VISIBLE_DEVICES",
)
CACHES = (
    *("MIOPEN_USER_DB_PATH", "MIOPEN_CUSTOM_CACHE_DIR", "TRITON_CACHE_DIR"),
    *("CUDA_CACHE_PATH", "CUPY_CACHE_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"),
)
NO_FOLDER = {"CUPY_CACHE_IN_MEMORY": "1", "CUDA_CACHE_DISABLE": "1"}  # else CuPy fails to write
OPEN_TO_ALL = 0o006
DRIVER_MIB, DRIVER_THREADS = 4096, 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The way of a guest to one GPU, empty for the CPU, and to folders that it may read."""

    nodes: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()  # or files
    writable: tuple[str, ...] = ()  # folders for guests without namespaces, which have no other
    tools: bool = False  # it may start the programs that it sees
    bare: bool = False  # no shared library is left to it but those that it has loaded already

    @property
    def readable(self) -> list[str]:
        """Lists what Landlock lets a guest read beside the interpreter and the libraries."""
        driver = [*KERNEL, *PROCESSES, *_system()] if self.nodes else []
        return [*self.folders, *driver]

    @property
    def groups(self) -> list[int]:
        """Gives the groups a guest of another user needs to open the device files."""
        found = [os.stat(node) for node in self.nodes if Path(node).exists()]  # noqa: PTH116
        return sorted({one.st_gid for one in found if one.st_mode & OPEN_TO_ALL != OPEN_TO_ALL})

    def with_room(self, limits: Limits) -> Limits:
        """Adds what the driver's library takes for itself of the host's memory and threads."""
        if not self.nodes:
            return limits
        return replace(
            limits,
            memory_mib=limits.memory_mib + DRIVER_MIB,
            threads=limits.threads + DRIVER_THREADS,
        )

    def mounts(self) -> list[str]:
        """Writes bubblewrap's options; /proc is a container's own already."""
        read = [*self.folders, *((*KERNEL, *_system()) if self.nodes else ())]
        words = [word for path in read for word in ("--ro-bind-try", path, path)]
        nodes = [word for node in self.nodes for word in ("--dev-bind", node, node)]
        return [*way_to([*read, *self.nodes]), *words, *nodes]

    def environment(self, work: str, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Gives the variables of a guest: caches of its own, and the choices of whoever grades.

        A library numbers the devices that it can open: with one of them there is nothing to hide.
        """
        if not self.nodes:
            return {}
        names = PASSED_ON if _one_device(self.nodes) else (*PASSED_ON, *VISIBLE)
        passed = {name: environ[name] for name in names if name in environ}
        folders = [path for path in environ.get("LD_LIBRARY_PATH", "").split(":") if _ours(path)]
        search = {"LD_LIBRARY_PATH": ":".join(folders)} if folders else {}
        # Compiled kernels must not go from one student to the next.
        kept = {} if work else NO_FOLDER
        return {**passed, **search, **kept, **dict.fromkeys(CACHES, work or "/")}


NO_DEVICE = Passage()


def way_to(places: Iterable[str]) -> list[str]:
    """Writes bubblewrap's options for the folders above, which others may then enter.

    Those that it makes by itself are its user's alone, and a child may be another user.
    """
    above = [str(one) for place in places for one in reversed(Path(place).parents)]
    made = [folder for folder in dict.fromkeys(above) if folder != "/"]
    return [word for folder in made for word in ("--perms", "0755", "--dir", folder)]


def passage_to(device: Device | None) -> Passage:
    """Gives the way to a device, or no way."""
    return Passage(nodes=device.nodes) if device else Passage()


def _one_device(nodes: tuple[str, ...]) -> bool:
    return sum(bool(one_devices_name(node)) for node in nodes) == 1


def one_devices_name(node: str) -> str:
    """Gives the name of a file that stands for one device, "" for a file of the whole driver."""
    name = Path(node).name
    numbered = name.startswith("renderD") or name.removeprefix("nvidia").isdigit()
    return name if numbered else ""


def _system() -> list[str]:
    """Names the folders that are here, and what they lead to."""
    found = [Path(path) for path in SYSTEM if Path(path).is_dir()]
    return [str(path) for path in dict.fromkeys([*found, *(one.resolve() for one in found)])]


def _ours(path: str) -> bool:
    """Says whether a folder of libraries is one that is shown to guests."""
    return bool(path) and any(Path(path).is_relative_to(one) for one in ("/usr/lib", *_system()))
