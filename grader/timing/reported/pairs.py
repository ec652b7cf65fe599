"""Pairs of a size and a time, and what of them is one measurement over growing sizes."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Pair = tuple[float, float]  # size, seconds
MOST_PAIRS = 10_000
LARGEST_SIZE = 10**9
LONGEST = 1e6  # seconds; nobody waited for more
FEWEST = 2
FEWEST_BARE = 3  # where no words say what they are: two could be rows of a matrix
MIXED = 5.0  # ratio of two times of one size that no noise explains
SHOWS_GROWTH = 3  # parts, of which the last is to be longer than the first


def tidy(pairs: Iterable[Pair]) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
    """Gives growing sizes and for each its shortest time; None unless there are two at least.

    Sizes and times of 0 are left out: a range that starts there, and clocks that tick too slowly.
    Anything else that is no size or no time makes it no measurement.
    """
    shortest: dict[int, float] = {}
    for size, seconds in pairs:
        if not (is_size(size) or size == 0) or not 0 <= seconds <= LONGEST:
            return None
        if size and seconds:
            shortest[int(size)] = min(seconds, shortest.get(int(size), math.inf))
    if not FEWEST <= len(shortest) <= MOST_PAIRS:
        return None
    return tuple(sorted(shortest)), tuple(shortest[size] for size in sorted(shortest))


def is_size(number: float) -> bool:
    """Whether a number may be a size: whole, and neither 0 nor endless."""
    return 1 <= number <= LARGEST_SIZE and number == int(number)


def as_float(number: float) -> float:
    """Gives a whole number of any length as a float, endless where it is too long for one."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


def counts_up(sizes: Sequence[float]) -> bool:
    """Whether they are 0, 1, 2 … or 1, 2, 3 …, as indices are."""
    return sizes[0] in {0, 1} and all(b - a == 1 for a, b in pairwise(sizes))


def is_sorted(sizes: Sequence[float]) -> bool:
    """Whether they mostly grow, or mostly shrink."""
    steps = [b - a for a, b in pairwise(sizes)]
    up, down = (sum(sign * step >= 0 for step in steps) for sign in (1, -1))
    return 10 * max(up, down) >= 7 * len(steps)


def grows(pairs: Iterable[Pair]) -> bool:
    """Whether the largest sizes' times are longer than the smallest ones'."""
    seconds = [time for _, time in sorted(pairs)]
    part = max(1, len(seconds) // SHOWS_GROWTH)
    return median(seconds[-part:]) > median(seconds[:part])


def is_mixed(pairs: Iterable[Pair]) -> bool:
    """Whether most sizes come with times too different to be of one program."""
    times: dict[float, list[float]] = {}
    for size, seconds in pairs:
        times.setdefault(size, []).append(seconds)
    apart = sum(max(time) > MIXED * min(time) for time in times.values())
    return 2 * apart > len(times)


def median(numbers: Sequence[float]) -> float:
    """Gives the middle one, the upper of two."""
    return sorted(numbers)[len(numbers) // 2]
