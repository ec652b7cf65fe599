"""What a batch tells while it works."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """Where one submission stands."""

    UNCHANGED = "unchanged"  # nothing to observe: the stored evidence holds
    STARTED = "started"
    OBSERVED = "observed"  # its records are stored; its times are still to be measured
    FINISHED = "finished"  # its records are stored
    BROKEN = "broken"  # stored too, and to be tried again next time


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One submission came to a phase."""

    student: str
    phase: Phase
    done: int  # submissions with stored records
    total: int


Watch = Callable[[Step], None]
"""Called in the main thread only."""
