"""Reads a time between two sizes that were measured, where times grow as a power of the size."""

import math
from bisect import bisect_left
from collections.abc import Sequence

Times = Sequence[tuple[int, float]]
"""(size, seconds), growing in size."""


def seconds_at(times: Times, size: int) -> float | None:
    """Reads the seconds of a size on the straight line of a log-log plot.

    None where nothing was measured at it or on both sides of it, or where a time beside it is zero.
    """
    place = bisect_left(times, size, key=lambda pair: pair[0])
    if place == len(times):
        return None
    right, later = times[place]
    if right == size:
        return later
    if not place:
        return None
    left, earlier = times[place - 1]
    if not earlier * later:
        return None
    share = math.log(size / left) / math.log(right / left)
    return earlier * math.exp(share * math.log(later / earlier))
