"""The watchdog barks at memory and threads beyond the limits, and at nothing else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from grader.model.course import Limits
from grader.sandbox.watchdog import Watchdog, memory_mib, own_mib, with_descendants

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into Linux's /proc")
LIMITS = Limits(memory_mib=64, threads=4)
HOARD = "hoard = bytearray(2**27); hoard[::4096] = b'x' * len(hoard[::4096])"
THREADS = """
import threading, time
for _ in range(20):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
"""
READY = "\nprint('ready', flush=True); input()"


@contextmanager
def running(program: str) -> Iterator[int]:
    """Runs a program up to the point where it waits for input."""
    command = [sys.executable, "-c", program + READY]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process.pid
        finally:
            process.kill()


def bark(pid: int) -> str:
    """Asks a watchdog for whom it is time to look."""
    watchdog = Watchdog(lambda: [pid], LIMITS, base_mib=16)
    watchdog._next = 0
    return watchdog.alarm()


@pytest.mark.parametrize(
    ("program", "alarm"),
    [
        (HOARD, "more memory than allowed"),
        (THREADS, "more threads than allowed"),
        ("", ""),
        ("import mmap; hoard = mmap.mmap(-1, 2**30)", ""),  # asked for, never touched
    ],
)
def test_watchdog_barks_at_what_is_too_much(program: str, alarm: str) -> None:
    """Memory in use counts, not address space; a program within its limits is left alone."""
    with running(program) as pid:
        assert bark(pid) == alarm


def test_watchdog_is_silent_about_the_dead() -> None:
    """A process that has ended uses nothing."""
    with running("") as pid:
        pass
    assert bark(pid) == ""
    assert own_mib(pid) == 0


def test_watchdog_looks_only_once_in_a_while() -> None:
    """Between two looks it costs nothing: the processes are not even searched."""
    watchdog = Watchdog(lambda: pytest.fail("looked"), LIMITS, base_mib=16)
    watchdog._next = float("inf")
    assert watchdog.alarm() == ""


def test_descendants_are_found() -> None:
    """A process comes first, then what it started."""
    with running("") as pid:
        found = list(with_descendants(os.getpid()))
    assert found[0] == os.getpid()
    assert pid in found


def test_memory_is_what_belongs_to_the_process() -> None:
    """Anonymous and shared pages, swap and page tables count; mapped files do not."""
    status = (
        "VmRSS:\t 9999 kB\nRssAnon:\t 1024 kB\nRssFile:\t 4096 kB\nRssShmem:\t 512 kB\n"
        "VmPTE:\t 256 kB\nVmSwap:\t 256 kB\nThreads:\t3\n"
    )
    assert memory_mib(status) == 2
