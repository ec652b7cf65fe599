"""Times over sizes: interpolate, format and compare them."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from grader.model.timing import Point

Times = Sequence[tuple[int, float]]
"""(size, seconds), sorted by size."""

SIZES = (1, 10**9)
SECONDS = (1e-9, 1e7)  # bounds of a plausible time; one outlier would squeeze a plot
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def is_time(seconds: float) -> bool:
    """Return whether a number of seconds is a plausible time."""
    return SECONDS[0] <= seconds <= SECONDS[1]


def by_size(pairs: Iterable[tuple[int, float]]) -> Times:
    """Return the shortest time of each size; drop invalid measurements."""
    best: dict[int, float] = {}
    for size, seconds in pairs:
        if SIZES[0] <= size <= SIZES[1] and is_time(seconds):
            best[size] = min(seconds, best.get(size, seconds))
    return sorted(best.items())


def shortest(points: Iterable[Point]) -> Times:
    """Return the shortest time of each measured size."""
    return by_size((point.size, second) for point in points for second in point.seconds)


def seconds_at(times: Times, size: int) -> float | None:
    """Interpolate the seconds at a size, linearly in a log-log plot.

    None if neither this size nor sizes on both sides were measured, or if a neighbour is zero.
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
    """Divide times by others at all sizes that both cover; for plots, linear between these sizes.

    Both are interpolated in log-log, and never extrapolated.
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
    """Write a ratio to two digits, as a number of times."""
    return f"{float(f'{ratio:.1e}'):.10g}"
