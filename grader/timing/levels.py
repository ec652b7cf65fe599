"""How long one program takes beside another at the same size. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.timing import Curve, Point, Timing

CONFIRMING = 3  # calls that have to agree on a shortest time before anything is said by it
AGREE = 1.10  # the last of these to the shortest
SHORTEST = 20e-6  # seconds; what is shorter is about what an empty call differs by


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The shortest times of two programs at one size, in seconds."""

    size: int
    seconds: float  # of the student's
    baseline: float  # of ours
    name: str  # of ours: "numpy", …

    @property
    def ratio(self) -> float:
        """How many times as long the student's takes."""
        return self.seconds / self.baseline


def levels(timing: Timing, names: Sequence[str]) -> tuple[Level, ...]:
    """Compares with the fastest of these baselines, at all sizes where it can be, by size.

    Sizes that did not come out again are left out. A baseline is read between its own sizes in
    log-log, and never beyond them.
    """
    found = []
    for point in sorted(timing.curve.points, key=lambda one: one.size):
        if not point.seconds or point.size in timing.noisy:
            continue
        ours = [
            (seconds, name)
            for name in names
            if name in timing.baselines
            and (seconds := _read(timing.baselines[name], point.size)) is not None
        ]
        if ours:
            seconds, name = min(ours)
            one = Level(size=point.size, seconds=point.best, baseline=seconds, name=name)
            found.append(one)
    return tuple(found)


def _read(curve: Curve, size: int) -> float | None:
    """Reads a size's time; None where nothing that is sure lies at it or on both sides."""
    before = [one for one in curve.points if one.size <= size]
    after = [one for one in curve.points if one.size >= size]
    if not before or not after:
        return None
    left = max(before, key=lambda one: one.size)
    right = min(after, key=lambda one: one.size)
    if not (_is_sure(left) and _is_sure(right)):
        return None
    if left.size == right.size:
        return left.best
    share = math.log(size / left.size) / math.log(right.size / left.size)
    return left.best * math.exp(share * math.log(right.best / left.best))


def _is_sure(point: Point) -> bool:
    """Says whether calls agree on the shortest time, and it is long enough to compare with."""
    if len(point.seconds) < CONFIRMING:
        return False
    shortest, *_, confirming = sorted(point.seconds)[:CONFIRMING]
    return shortest >= SHORTEST and confirming <= AGREE * shortest
