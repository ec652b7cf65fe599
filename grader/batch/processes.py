"""Worker processes: how many fit, on which CPUs they run, how they begin and end.

Every program and every report may use memory up to its limit. If all of them together could use
more than there is, the kernel would end any one of them; so fewer run at the same time.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from pathlib import Path

from msgspec import Struct

from grader.backends import BACKENDS
from grader.kinds import kind_of, missing
from grader.model.course import Assignment
from grader.model.machine import Capabilities
from grader.protocols import ask_inspectors
from grader.sandbox import Headroom

TOPOLOGY = Path("/sys/devices/system/cpu")
WORKER_MIB = 160  # for a worker, its source reader and its forking process
SOON = 0.02  # seconds after which a destructor has surely returned


class JobFit(Struct, frozen=True, kw_only=True):
    """How many processes fit this machine."""

    jobs: int
    enough: bool = True  # False: not enough memory even for one


def needed_mib(assignment: Assignment, here: Capabilities) -> int:
    """Return the most memory, in MiB, that one worker and what it runs may use at a time."""
    run = [exercise for exercise in assignment.exercises if not missing(exercise, here)]
    limits = [exercise.limits for exercise in run]
    limits += [limit for exercise in run for limit in kind_of(exercise).limits]
    for more in ask_inspectors(lambda inspector: inspector.limits(assignment)):
        limits += more
    largest = max((limit.memory_mib + limit.disk_mib for limit in limits), default=0)
    backends = {exercise.backend for exercise in run}
    return largest + WORKER_MIB + sum(BACKENDS[name].zygote_mib for name in backends)


def fit(wanted: int, needed: int, headroom: Headroom | None) -> JobFit:
    """Lower the jobs until they fit."""
    if headroom is None or not needed:
        return JobFit(jobs=wanted)
    places = headroom.mib // needed
    return JobFit(jobs=max(1, min(wanted, places)), enough=places >= 1)


def begin_quietly(cpus: frozenset[int]) -> None:
    """Set up a worker process: it ends with its parent, ignores Ctrl-C and prints nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # standard output is the command's own
    if cpus:
        os.sched_setaffinity(0, cpus)


def _end_with_parent() -> None:
    """End this process when its parent ends, for whatever reason."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Block Ctrl-C while processes are started; it takes effect after the block.

    The new processes start with it blocked, and `begin_quietly` makes them ignore it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def raised_again(
    error: type[BaseException], again: Callable[[], object]
) -> "Callable[[sys.UnraisableHookArgs], None]":
    """Return a hook for exceptions raised in a destructor, which Python only prints.

    After an `error`, `again` is called once the destructor has returned; others are printed.
    """

    def unheard(unraisable: "sys.UnraisableHookArgs") -> None:
        if isinstance(unraisable.exc_value, error):
            threading.Timer(SOON, again).start()
        else:
            sys.__unraisablehook__(unraisable)

    return unheard


def usable_cpus() -> frozenset[int]:
    """List the CPUs this process may use; empty where the platform does not tell."""
    if not hasattr(os, "sched_getaffinity"):
        return frozenset()
    return frozenset(os.sched_getaffinity(0))


def cpus_to_measure_on(cpus: frozenset[int], topology: Path = TOPOLOGY) -> list[int]:
    """List the CPUs to measure on, the highest first: one per core, with one core left free.

    The threads of one core share its units, so only one of them is used. The free core is for the
    process that stores and draws; a machine with one core has none to leave.
    """
    chosen: list[int] = []
    left = cpus
    while left:
        chosen.append(max(left))
        left -= siblings(chosen[-1], topology)
    return chosen[:-1] or chosen


def siblings(cpu: int, topology: Path = TOPOLOGY) -> frozenset[int]:
    """List the CPUs on the same core, from the kernel's "0,4" or "0-1"."""
    cpus = {cpu}
    with suppress(OSError, ValueError):
        text = (topology / f"cpu{cpu}/topology/thread_siblings_list").read_text(encoding="ascii")
        for part in text.strip().split(","):
            low, _, high = part.partition("-")
            cpus.update(range(int(low), int(high or low) + 1))
    return frozenset(cpus)


@contextmanager
def kept_to(cpus: frozenset[int]) -> Iterator[None]:
    """Run this thread, and everything it starts, only on these CPUs within the block."""
    before = usable_cpus()
    if not before or not cpus:
        yield
        return
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
