"""How many programs may run side by side without the machine running out of memory.

Every program, and every report, may use up to its limit. Where all of them at once could use more
than there is, the kernel ends one of them at random; so fewer run at the same time.
"""

from dataclasses import dataclass

from grader.model.course import Assignment, Backend
from grader.model.machine import Capabilities
from grader.sandbox import COMPILER_LIMITS, DOCUMENT_LIMITS, Headroom

READER_MIB = 96  # of a worker's own: the process that reads sources, and the one that forks
ZYGOTE_MIB = {Backend.TORCH: 512, Backend.CUPY: 512}  # what has imported the exercise's library …
OTHERS_MIB = 64  # … or none that is large


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What fits."""

    jobs: int
    timed_last: bool = False  # there is no room to time programs beside the others
    enough: bool = True  # False: not even for one


def needed_mib(assignment: Assignment, here: Capabilities) -> int:
    """Adds up the most that one worker and what it runs may use at a time."""
    run = [one for one in assignment.exercises if not here.missing(one)]
    limits = [one.limits for one in run]
    if any(one.backend is Backend.C for one in run):
        limits.append(COMPILER_LIMITS)
    if assignment.report is not None:
        limits.append(DOCUMENT_LIMITS)
    largest = max((one.memory_mib + one.disk_mib for one in limits), default=0)
    backends = {one.backend for one in run}
    return largest + READER_MIB + sum(ZYGOTE_MIB.get(one, OTHERS_MIB) for one in backends)


def fit(wanted: int, needed: int, headroom: Headroom | None, *, timing: bool) -> Fit:
    """Lowers the jobs until they fit; with `timing`, one program more runs beside them."""
    if headroom is None or not needed:
        return Fit(jobs=wanted)
    places = headroom.mib // needed
    jobs = max(1, min(wanted, places - timing))
    return Fit(jobs=jobs, timed_last=timing and places <= jobs, enough=places >= 1)
