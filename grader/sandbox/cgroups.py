"""Groups of processes: a limit around one zygote and its child, and how much memory there is.

A cgroup of version 1 or 2, when root may make one. Children are born inside, so that a job pays
nothing for it. The kernel kills by cgroup what rlimits do not count: page cache of the work folder,
kernel memory, shared pages. The headroom is that of the machine and of every group we run in: a
container of 2 GB on a machine of 64 has 2 GB. Each cgroup above us counts what all processes in it
use; what the kernel would give back at once, files that nobody uses, is free.
"""

import contextlib
import itertools
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

MOUNT = Path("/sys/fs/cgroup")
REMOVE_SECONDS = 1.0
COUNT_BYTES = 4_096  # of a file that counts
LIMITS = {1: ("memory.limit_in_bytes", "pids.max"), 2: ("memory.max", "pids.max")}
# Files that count killed processes, whoever ran out of memory, and refusals at this very limit.
KILLS = {1: ("memory.oom_control", "oom_kill"), 2: ("memory.events", "oom_kill")}
REFUSALS = {1: ("memory.failcnt", ""), 2: ("memory.events", "oom")}
_serial = itertools.count()


class Count(Struct, frozen=True):
    """What happened in a cgroup since it was made."""

    kills: int = 0  # processes that the kernel killed for memory: this group's, or of one above it
    refusals: int = 0  # times that this group had used up its own limit


class Cgroup:
    """One pair of limits; `add` a process, ask for kills, remove."""

    def __init__(self, folders: list[Path], *, version: int) -> None:
        """Takes folders that exist and are limited."""
        self._folders = folders
        self._version = version
        self._limits = (0, 0)
        self._opened: dict[str, int] = {}  # files that count: one is read for every child

    def limit(self, memory_mib: int, processes: int) -> bool:
        """Sets the limits anew, and says so, where they differ; OSError when the kernel refuses."""
        if self._limits == (memory_mib, processes):
            return False
        memory_file, processes_file = LIMITS[self._version]
        (self._folders[0] / memory_file).write_text(str(memory_mib * 2**20))
        (self._folders[-1] / processes_file).write_text(str(processes))
        self._limits = (memory_mib, processes)
        return True

    def add(self, pid: int) -> None:
        """Moves a process inside; what it forks is born there."""
        for folder in self._folders:
            (folder / "cgroup.procs").write_text(str(pid))

    def count(self) -> Count:
        """Counts kills and refusals.

        A kill without a refusal is the doing of a group above, whose limit others may have used up.
        """
        return Count(self._number(*KILLS[self._version]), self._number(*REFUSALS[self._version]))

    def _number(self, file: str, name: str) -> int:
        with contextlib.suppress(OSError):
            if file not in self._opened:
                self._opened[file] = os.open(self._folders[0] / file, os.O_RDONLY)
            text = os.pread(self._opened[file], COUNT_BYTES, 0).decode("ascii")
            number = re.search(rf"^{name} ?(\d+)$", text, re.MULTILINE)
            return int(number.group(1)) if number else 0
        return 0

    def remove(self) -> None:
        """Ends what is still inside, which may outlive its container for a moment, and goes."""
        while self._opened:
            os.close(self._opened.popitem()[1])
        for folder in self._folders:
            deadline = time.monotonic() + REMOVE_SECONDS
            while not _removed(folder) and time.monotonic() < deadline:
                _kill_all(folder)
                time.sleep(REMOVE_SECONDS / 100)


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except OSError:
        return not folder.is_dir()
    return True


def _kill_all(folder: Path) -> None:
    with contextlib.suppress(OSError):
        for pid in (folder / "cgroup.procs").read_text().split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)


def create(memory_mib: int, processes: int) -> Cgroup | None:
    """Makes a limited cgroup, or None where that is not allowed."""
    name = f"grader-{os.getpid()}-{next(_serial)}"
    if (MOUNT / "cgroup.controllers").exists():
        return _create_v2(MOUNT / name, memory_mib, processes)
    return _create_v1(name, memory_mib, processes)


def _create_v2(folder: Path, memory_mib: int, processes: int) -> Cgroup | None:
    try:
        _sweep(folder.parent)
        folder.mkdir()
        (folder / "memory.max").write_text(str(memory_mib * 2**20))
        (folder / "pids.max").write_text(str(processes))
    except OSError:
        with contextlib.suppress(OSError):
            folder.rmdir()
        return None
    with contextlib.suppress(OSError):
        (folder / "memory.swap.max").write_text("0")
    return Cgroup([folder], version=2)


def _create_v1(name: str, memory_mib: int, processes: int) -> Cgroup | None:
    settings = (
        ("memory", "memory.limit_in_bytes", memory_mib * 2**20),
        ("pids", "pids.max", processes),
    )
    folders: list[Path] = []
    try:
        for controller, file, value in settings:
            _sweep(_own_v1(controller))
            folder = _own_v1(controller) / name
            folder.mkdir()
            folders.append(folder)
            (folder / file).write_text(str(value))
    except OSError:
        Cgroup(folders, version=1).remove()
        return None
    return Cgroup(folders, version=1)


def _own_v1(controller: str) -> Path:
    top = MOUNT / controller
    return own_folder(top, controller) or top


def own_folder(top: Path, controller: str, proc: Path = Path("/proc")) -> Path | None:
    """Finds this process's folder below the `top` of a hierarchy; version 2 has no `controller`.

    In a container the path may begin above what is mounted: then its end counts.
    """
    with contextlib.suppress(OSError):
        for line in (proc / "self/cgroup").read_text().splitlines():
            _, names, path = line.split(":", 2)
            parts = Path(path.lstrip("/")).parts
            places = (top.joinpath(*parts[start:]) for start in range(len(parts) + 1))
            if controller in names.split(","):
                return next((place for place in places if place.is_dir()), None)
    return None


def _sweep(parent: Path) -> None:
    """Removes what graders that were killed have left; a folder in use stays."""
    for folder in parent.glob("grader-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdigit() and not Path("/proc", owner).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()


PROC = Path("/proc")
AVAILABLE = re.compile(r"^MemAvailable:\s*(\d+) kB", re.MULTILINE)
# Of each version of cgroups: the limit, what is used, and how memory.stat calls idle files.
FILES = (
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ("memory.max", "memory.current", "inactive_file"),
)


class Headroom(Struct, frozen=True, kw_only=True):
    """Memory that can be used."""

    mib: int
    grouped: bool  # a group's limit is what is narrow, not the machine


def find_headroom(proc: Path = PROC, mount: Path = MOUNT) -> Headroom | None:
    """Looks for the narrowest place; None where the platform does not tell."""
    places = [Headroom(mib=mib, grouped=True) for mib in _of_groups(proc, mount)]
    with contextlib.suppress(OSError):
        if available := AVAILABLE.search((proc / "meminfo").read_text(encoding="ascii")):
            places.append(Headroom(mib=int(available.group(1)) >> 10, grouped=False))
    return min(places, key=lambda place: place.mib, default=None)


def _of_groups(proc: Path, mount: Path) -> Iterator[int]:
    for top, controller in ((mount / "memory", "memory"), (mount, "")):
        folder = own_folder(top, controller, proc)
        while folder is not None and folder.is_relative_to(top):
            yield from _of_group(folder)
            folder = folder.parent


def _of_group(folder: Path) -> Iterator[int]:
    for limit, used, idle in FILES:
        with contextlib.suppress(OSError, ValueError):
            free = int((folder / limit).read_text()) - int((folder / used).read_text())
            stat = re.search(rf"^{idle} (\d+)$", (folder / "memory.stat").read_text(), re.MULTILINE)
            yield max(0, free + (int(stat.group(1)) if stat else 0)) >> 20
