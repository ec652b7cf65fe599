"""Which CPU is kept free for measuring, so that nothing of ours runs beside what is measured."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TOPOLOGY = Path("/sys/devices/system/cpu")


def usable() -> frozenset[int]:
    """Lists the CPUs this process may use; empty where the platform does not tell."""
    if not hasattr(os, "sched_getaffinity"):
        return frozenset()
    return frozenset(os.sched_getaffinity(0))


def measuring(cpus: frozenset[int], topology: Path = TOPOLOGY) -> tuple[int, frozenset[int]] | None:
    """Chooses the CPU to measure on, and those that the others may use meanwhile.

    The threads of one core share its units, so the chosen one's siblings stay idle. None when
    nothing would be left for the others: then one waits for the other.
    """
    if not cpus:
        return None
    chosen = max(cpus)
    rest = cpus - siblings(chosen, topology)
    return (chosen, rest) if rest else None


def siblings(cpu: int, topology: Path = TOPOLOGY) -> frozenset[int]:
    """Lists the CPUs of one core, written by the kernel as "0,4" or "0-1"."""
    try:
        text = (topology / f"cpu{cpu}/topology/thread_siblings_list").read_text(encoding="ascii")
        ranges = [part.partition("-") for part in text.strip().split(",")]
        found = {one for low, _, high in ranges for one in range(int(low), int(high or low) + 1)}
    except (OSError, ValueError):
        found = set()
    return frozenset({cpu, *found})


@contextmanager
def kept_to(cpus: frozenset[int]) -> Iterator[None]:
    """Keeps this thread, and all that it starts, to these CPUs for a while."""
    before = usable()
    if not before or not cpus:
        yield
        return
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
