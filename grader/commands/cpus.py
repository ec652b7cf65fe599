"""How many CPUs there are for us."""

import os


def cpus() -> int:
    """Counts the CPUs that this process may use, which in a container are not all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
