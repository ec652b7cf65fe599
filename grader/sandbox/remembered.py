"""The level that attacks once showed to hold here, kept until anything changes that it rests on.

Attacking takes longer than checking a small program. A class is graded on a level that was attacked
just now; one's own files may be checked on one that held since this machine was started.
"""

import hashlib
import json
import platform
import sys
from contextlib import suppress
from pathlib import Path

from grader import __version__
from grader.files import write_file
from grader.sandbox.levels import IsolationLevel

GUEST = Path(__file__).parents[1] / "guest"
STARTED = Path("/proc/sys/kernel/random/boot_id")
OURS = ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp")  # of what the kernel allows this process
SPACES = ("mnt", "user", "cgroup")  # another container has others


def recall_level(memory: Path) -> IsolationLevel | None:
    """Gives the level that held under the same conditions, if one was kept."""
    if sys.platform != "linux":  # there is but one level to choose
        return None
    try:
        return IsolationLevel((memory / _conditions()).read_text("utf-8"))
    except (OSError, ValueError):
        return None


def remember_level(memory: Path, level: IsolationLevel) -> None:
    """Keeps a level; where nothing can be written it is found out anew the next time."""
    with suppress(OSError):
        memory.mkdir(parents=True, exist_ok=True)
        write_file(memory / _conditions(), level.encode())


def _conditions() -> str:
    """Hashes what the answer rests on. OSError where the machine does not tell."""
    status = Path("/proc/self/status").read_text("utf-8").splitlines()
    folders = (GUEST, Path(__file__).parent)
    walls = sorted(path for folder in folders for path in folder.glob("*.py"))
    facts = [
        *(__version__, sys.version, sys.executable, platform.release(), platform.version()),
        STARTED.read_text("ascii"),
        *(line for line in status if line.startswith((*OURS, "Uid", "Gid"))),
        *(str(Path("/proc/self/ns", space).readlink()) for space in SPACES),
        *((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in walls),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()
