"""Resource limits that a child sets itself. No ctypes, which an unisolated child never loads."""

import contextlib
import os
import resource
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .start_protocol import LimitsRecord

STACK = 8 * 2**20
DRIVER_FILES, DRIVER_SECONDS = 1024, 60  # waiting for a device spins


def limit(limits: "LimitsRecord", *, count_processes: bool, device: bool = False) -> None:
    """Set the rlimits. RLIMIT_DATA, not RLIMIT_AS: address space is not memory."""
    cpu = max(1, round(limits["cpu_seconds"]))
    data = _data_bytes() + limits["memory_mib"] * 2**20
    wanted = {
        resource.RLIMIT_CPU: (cpu, cpu + 1),
        resource.RLIMIT_DATA: (data, data),
        resource.RLIMIT_FSIZE: (limits["disk_mib"] * 2**20,) * 2,
        resource.RLIMIT_NOFILE: (64, 64),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_STACK: (STACK, STACK),
    }
    if sys.platform == "linux":
        wanted[resource.RLIMIT_MEMLOCK] = (0, 0)
        wanted[resource.RLIMIT_MSGQUEUE] = (0, 0)
        wanted[resource.RLIMIT_SIGPENDING] = (64, 64)  # the user's other programs need some too
        if count_processes:
            wanted[resource.RLIMIT_NPROC] = (limits["threads"],) * 2
    if device:
        _make_room_for_driver(wanted)
    for kind, pair in wanted.items():
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, pair)


def _make_room_for_driver(wanted: dict[int, tuple[int, int]]) -> None:
    """Lift limits that a GPU driver exceeds: it reserves, pins and opens by its own rules.

    Memory is then limited by the cgroup, or by the host's watchdog.
    """
    for kind in ("RLIMIT_DATA", "RLIMIT_MEMLOCK"):
        wanted.pop(getattr(resource, kind), None)
    wanted[resource.RLIMIT_NOFILE] = (DRIVER_FILES, DRIVER_FILES)
    cpu = wanted[resource.RLIMIT_CPU][0] + DRIVER_SECONDS
    wanted[resource.RLIMIT_CPU] = (cpu, cpu + 1)


def _data_bytes() -> int:
    """Return this process's current writable private memory in bytes (proc(5))."""
    with contextlib.suppress(OSError, ValueError):
        status = os.open("/proc/self/status", os.O_RDONLY)
        try:
            text = os.read(status, 8192)
        finally:
            os.close(status)
        return int(text.partition(b"VmData:")[2].split(maxsplit=1)[0]) * 1024
    return 64 * 2**20
