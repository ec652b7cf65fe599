"""How much memory this process takes at most while it does something."""

from collections.abc import Callable
from pathlib import Path

MOST_MIB = 300  # what reading one document may add to the host; docs/sandbox.md says so


def grown(work: Callable[[], object]) -> float:
    """Does it, and says by how many MiB the process grew at its peak (proc(5))."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    before = _memory("VmRSS")
    work()
    return _memory("VmHWM") - before


def _memory(name: str) -> float:
    text = Path("/proc/self/status").read_text(encoding="ascii")
    return int(text.partition(f"{name}:")[2].split()[0]) / 1024
