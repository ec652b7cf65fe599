"""Looks at a child while it works, for the memory that no rlimit counts and for its threads.

RLIMIT_DATA misses page tables and what a kernel may yet invent; RLIMIT_NPROC does not count for
root. Where no cgroup holds the child, the host looks every few milliseconds.
"""

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from grader.model.course import Limits

TICK_SECONDS = 0.02
ROOM_MIB = 32  # above the rlimit: a program should meet that first, and get a MemoryError
ROOM_THREADS = 2
# proc(5): anonymous pages, shared pages, what is swapped out, page tables; in KiB
MEMORY = re.compile(r"^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s*(\d+) kB", re.MULTILINE)
THREADS = re.compile(r"^Threads:\s*(\d+)", re.MULTILINE)


class Watchdog:
    """Says once in a while whether processes are beyond their limits."""

    def __init__(self, find: Callable[[], Iterable[int]], limits: Limits, base_mib: float) -> None:
        """Takes a way to find the processes; `base_mib` is what one has before it is a child."""
        self._find = find
        self._limit_mib = base_mib + limits.memory_mib + ROOM_MIB
        self._threads = limits.threads + ROOM_THREADS
        self._next = time.monotonic() + TICK_SECONDS
        self.cpu_seconds = 0.0  # of the busiest process, when it was last looked at

    def alarm(self) -> str:
        """Says what is too much; "" while all is well, or when it is not yet time to look."""
        now = time.monotonic()
        if now < self._next:
            return ""
        self._next = now + TICK_SECONDS
        for pid in self._find():
            status = _status(pid)
            if memory_mib(status) > self._limit_mib:
                return "more memory than allowed"
            if sum(map(int, THREADS.findall(status))) > self._threads:
                return "more threads than allowed"
            self.cpu_seconds = max(self.cpu_seconds, _cpu_seconds(pid))
        return ""


def _status(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    return ""


def _cpu_seconds(pid: int) -> float:
    """Reads how long a process has computed (proc(5), utime and stime behind its name)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        ticks = text.rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def memory_mib(status: str) -> float:
    """Adds up the memory in a /proc/PID/status that belongs to the process alone."""
    return sum(map(int, MEMORY.findall(status))) / 1024


def own_mib(pid: int) -> float:
    """Measures one process; 0 when it is gone or the platform does not tell."""
    return memory_mib(_status(pid))


def with_descendants(pid: int) -> Iterable[int]:
    """Finds a process and everything below it."""
    yield pid
    with contextlib.suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from with_descendants(int(child))
