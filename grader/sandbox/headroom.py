"""How much memory there is for what we start: of the machine, and of every group we run in.

A container of 2 GB on a machine of 64 has 2 GB. Each cgroup above us counts what all processes in
it use; what the kernel would give back at once, files that nobody uses, is free.
"""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox.cgroups import MOUNT, own_folder

PROC = Path("/proc")
AVAILABLE = re.compile(r"^MemAvailable:\s*(\d+) kB", re.MULTILINE)
# Of each version of cgroups: the limit, what is used, and how memory.stat calls idle files.
FILES = (
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ("memory.max", "memory.current", "inactive_file"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Headroom:
    """Memory that can be used."""

    mib: int
    grouped: bool  # a group's limit is what is narrow, not the machine


def find_headroom(proc: Path = PROC, mount: Path = MOUNT) -> Headroom | None:
    """Looks for the narrowest place; None where the platform does not tell."""
    found = [Headroom(mib=mib, grouped=True) for mib in _of_groups(proc, mount)]
    with contextlib.suppress(OSError):
        if available := AVAILABLE.search((proc / "meminfo").read_text(encoding="ascii")):
            found.append(Headroom(mib=int(available.group(1)) >> 10, grouped=False))
    return min(found, key=lambda one: one.mib, default=None)


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
