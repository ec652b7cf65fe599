"""Times over sizes: how they are read between sizes, written, and compared."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from grader.model.timing import Point

Times = Sequence[tuple[int, float]]
"""(size, seconds), growing in size."""

SIZES = (1, 10**9)
SECONDS = (1e-9, 1e7)  # what is beyond is no measurement, and would leave no room for the others
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def is_time(seconds: float) -> bool:
    """Return whether this can be how long something took."""
    return SECONDS[0] <= seconds <= SECONDS[1]


def by_size(pairs: Iterable[tuple[int, float]]) -> Times:
    """Return the shortest time of each size; drop invalid measurements."""
    best: dict[int, float] = {}
    for size, seconds in pairs:
        if SIZES[0] <= size <= SIZES[1] and is_time(seconds):
            best[size] = min(seconds, best.get(size, seconds))
    return sorted(best.items())


def shortest(points: Iterable[Point]) -> Times:
    """Take the shortest time of each size that was measured."""
    return by_size((point.size, second) for point in points for second in point.seconds)


def seconds_at(times: Times, size: int) -> float | None:
    """Read the seconds of a size on the straight line of a log-log plot.

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


def ratios(mine: Times, others: Times) -> Times:
    """Divide times by others at all sizes that both cover, going straight between these.

    Both are read between their own sizes in log-log, and never beyond them.
    """
    if not mine or not others:
        return []
    low, high = max(mine[0][0], others[0][0]), min(mine[-1][0], others[-1][0])
    sizes = sorted({size for size, _ in (*mine, *others) if low <= size <= high})
    read = ((size, seconds_at(mine, size), seconds_at(others, size)) for size in sizes)
    return [
        (size, seconds / other) for size, seconds, other in read if seconds is not None and other
    ]


def time_text(seconds: float, digits: int = 3) -> str:
    """Write a time with its unit, such as `12 ms`."""
    rounded = float(f"{seconds:.{digits - 1}e}")
    unit, name = next((row for row in UNITS if rounded >= row[0]), UNITS[-1])
    return f"{float(f'{rounded / unit:.{digits - 1}e}'):.10g} {name}"


def times_text(ratio: float) -> str:
    """Write how many times as much something is, to two digits."""
    return f"{float(f'{ratio:.1e}'):.10g}"
