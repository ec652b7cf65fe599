"""Control groups: a limit around one zygote and its child, and the memory headroom.

Cgroups of version 1 or 2, if root may create them. Children are born inside, so a job costs nothing
extra. A cgroup also limits what rlimits do not count: page cache of the work folder, kernel memory,
shared pages. The headroom is the minimum over the machine and every enclosing group: a container of
2 GB on a machine of 64 GB has 2 GB. An enclosing group counts the usage of all its processes;
inactive files are free, since the kernel reclaims them at once.
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
MAX_COUNTER_BYTES = 4_096  # bytes to read of a counter file
LIMITS = {1: ("memory.limit_in_bytes", "pids.max"), 2: ("memory.max", "pids.max")}
# Counters of processes killed for lack of memory anywhere above, and of refusals at this limit.
KILLS = {1: ("memory.oom_control", "oom_kill"), 2: ("memory.events", "oom_kill")}
REFUSALS = {1: ("memory.failcnt", ""), 2: ("memory.events", "oom")}
_serial = itertools.count()


class Count(Struct, frozen=True):
    """Events in a cgroup since it was created."""

    # processes that the kernel killed for memory: at this group's limit or at one above
    kills: int = 0
    refusals: int = 0  # times that this group reached its own limit


class Cgroup:
    """A pair of limits for the processes added to it."""

    def __init__(self, folders: list[Path], *, version: int) -> None:
        """Wrap folders that exist and have limits."""
        self._folders = folders
        self._version = version
        self._limits = (0, 0)
        self._opened: dict[str, int] = {}  # counter files, kept open: one is read for every child

    def limit(self, memory_mib: int, processes: int) -> bool:
        """Set the limits if they differ; return whether they did. OSError if the kernel refuses."""
        if self._limits == (memory_mib, processes):
            return False
        memory_file, processes_file = LIMITS[self._version]
        (self._folders[0] / memory_file).write_text(str(memory_mib * 2**20))
        (self._folders[-1] / processes_file).write_text(str(processes))
        self._limits = (memory_mib, processes)
        return True

    def add(self, pid: int) -> None:
        """Move a process inside; its future children are born there."""
        for folder in self._folders:
            (folder / "cgroup.procs").write_text(str(pid))

    def count(self) -> Count:
        """Return the number of kills and refusals.

        A kill without a refusal was caused by a group above, whose limit others may have used up.
        """
        return Count(self._number(*KILLS[self._version]), self._number(*REFUSALS[self._version]))

    def _number(self, file: str, name: str) -> int:
        with contextlib.suppress(OSError):
            if file not in self._opened:
                self._opened[file] = os.open(self._folders[0] / file, os.O_RDONLY)
            text = os.pread(self._opened[file], MAX_COUNTER_BYTES, 0).decode("ascii")
            number = re.search(rf"^{name} ?(\d+)$", text, re.MULTILINE)
            return int(number.group(1)) if number else 0
        return 0

    def remove(self) -> None:
        """Kill processes that briefly outlived their container, and remove the group."""
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
    """Create a limited cgroup; None if not permitted."""
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
    """Return this process's folder below `top`; a hierarchy of version 2 has no `controller`.

    In a container the path may begin above the mount point; then a suffix of it is used.
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
    """Remove groups that killed graders left; a group in use stays."""
    for folder in parent.glob("grader-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdigit() and not Path("/proc", owner).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()


PROC = Path("/proc")
AVAILABLE = re.compile(r"^MemAvailable:\s*(\d+) kB", re.MULTILINE)
# Per version of cgroups: limit, usage, and the name of inactive files in memory.stat.
FILES = (
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ("memory.max", "memory.current", "inactive_file"),
)


class Headroom(Struct, frozen=True, kw_only=True):
    """Usable memory."""

    mib: int
    grouped: bool  # limited by a cgroup, not by the machine


def find_headroom(proc: Path = PROC, mount: Path = MOUNT) -> Headroom | None:
    """Return the smallest headroom; None if the platform reports none."""
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
