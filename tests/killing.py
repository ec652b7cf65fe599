"""Kills children and zygotes as a machine short of memory does; and makes small memory groups."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.sandbox import IsolationLevel, probe
from grader.sandbox.cgroups import MOUNT, own_folder
from grader.sandbox.children import with_descendants

TICK = 0.05
GLANCE = 0.005  # between two looks for somebody to kill: a child may live for a few hundredths
LOOKS = 100
NEEDS_A_WARM_FORK = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into Linux's /proc"),
    pytest.mark.skipif(
        not any(
            probe(level).holds
            for level in (IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B)
        ),
        reason="no level with a warm fork holds here",
    ),
]


def _read(pid: int, file: str) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/{file}").read_text(encoding="utf-8", errors="replace")
    return ""


def volunteers(pid: int) -> list[int]:
    """Finds what would be killed first below a process: the children that zygotes forked."""
    return [one for one in with_descendants(pid) if _read(one, "oom_score_adj").strip() == "1000"]


def named(pid: int, name: str) -> list[int]:
    """Finds the programs of this name below a process."""
    return [one for one in with_descendants(pid) if _read(one, "comm").strip() == name]


def newest_leaf(pid: int) -> int:
    """Finds the process below that was started last and has started none."""
    for _ in range(LOOKS):  # those of one look may be gone in the next
        below = [number for number in with_descendants(pid) if number != pid]
        leaves = [number for number in below if len(list(with_descendants(number))) == 1]
        started = {leaf: _read(leaf, "stat").rpartition(")")[2].split() for leaf in leaves}
        alive = {leaf: int(fields[19]) for leaf, fields in started.items() if fields}
        if alive:
            return max(alive, key=lambda leaf: alive[leaf])
        time.sleep(TICK)
    raise AssertionError("nothing runs below")


class Killer:
    """Kills every volunteer below a process that lives for a while, so many of them."""

    def __init__(
        self, pid: int, *, most: int, after: float = 0.3, begin: Path | None = None
    ) -> None:
        """Begins at once, or when a file is there; `after` seconds somebody is old enough."""
        self.killed = 0
        self._pid, self._most, self._after, self._begin = pid, most, after, begin
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._kill)
        self._thread.start()

    def _kill(self) -> None:
        seen: dict[int, float] = {}
        while self.killed < self._most and not self._stop.wait(GLANCE):
            if self._begin is not None and not self._begin.exists():
                continue
            for one in volunteers(self._pid):
                born = seen.setdefault(one, time.monotonic())
                old = time.monotonic() - born >= self._after
                if old and seen[one] != float("inf") and self.killed < self._most:
                    with contextlib.suppress(OSError):
                        os.kill(one, signal.SIGKILL)
                        self.killed += 1
                    seen[one] = float("inf")

    def end(self) -> int:
        """Stops; says how many were killed."""
        self._stop.set()
        self._thread.join()
        return self.killed


@contextmanager
def small_group(mib: int) -> Iterator[Path]:
    """Makes a memory group below our own; skips, and says why, where that is not allowed."""
    for top, controller, limit in (
        (MOUNT / "memory", "memory", "memory.limit_in_bytes"),
        (MOUNT, "", "memory.max"),
    ):
        own = own_folder(top, controller)
        if own is None:
            continue
        group = own / f"small-{os.getpid()}"
        try:
            group.mkdir()
            (group / limit).write_text(str(mib * 2**20))
        except OSError as error:
            with contextlib.suppress(OSError):
                group.rmdir()
            pytest.skip(f"no memory group can be made here: {error}")
        try:
            yield group
        finally:
            for _ in range(100):
                with contextlib.suppress(OSError):
                    group.rmdir()
                    break
                time.sleep(TICK)
        return
    pytest.skip("there are no memory groups here")


def zygotes() -> list[int]:
    """The processes below this one that children are forked from, or the containers around them."""
    found = []
    for pid in with_descendants(os.getpid()):
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            found += [pid] if b"zygote" in words else []
    return found


@contextmanager
def killed_zygotes(most: int, *, every: float) -> Iterator[list[int]]:
    """Kills up to `most` zygotes, looking for one every so many seconds; gives their numbers."""
    ended = threading.Event()
    hit: list[int] = []

    def watch() -> None:
        while len(hit) < most and not ended.wait(every):
            for pid in zygotes()[:1]:
                hit.append(pid)
                for one in [*with_descendants(pid)]:  # a container may outlive its parent
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(one, signal.SIGKILL)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield hit
    finally:
        ended.set()
        watcher.join()
