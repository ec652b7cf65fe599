"""How long one program takes beside another at the same size. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.model.timing import CONFIRMING, Curve, Point, Timing
from grader.timing.reading import seconds_at

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
    """Compares with the fastest of these baselines, at all the student's sizes where it can be.

    Sizes that did not come out again are left out. A baseline is read between its own sizes in
    log-log, and never beyond them.
    """
    known = [name for name in names if name in timing.baselines]
    sizes = sorted(point.size for point in timing.curve.points)
    found = (_level(timing, known, size) for size in sizes)
    return tuple(one for one in found if one is not None)


def at_largest(timing: Timing, name: str) -> Level | None:
    """Compares with a baseline at the largest size of either that both cover."""
    if name not in timing.baselines:
        return None
    both = (*timing.curve.points, *timing.baselines[name].points)
    sizes = sorted({point.size for point in both}, reverse=True)
    found = (_level(timing, [name], size) for size in sizes)
    return next((one for one in found if one is not None), None)


def _level(timing: Timing, names: Sequence[str], size: int) -> Level | None:
    seconds = _read(timing.curve, size, lambda point: _is_kept(point, timing))
    read = ((_read(timing.baselines[name], size, _is_sure), name) for name in names)
    ours = [(baseline, name) for baseline, name in read if baseline is not None]
    if seconds is None or not ours:
        return None
    baseline, name = min(ours)
    return Level(size=size, seconds=seconds, baseline=baseline, name=name)


def _read(curve: Curve, size: int, believed: Callable[[Point], bool]) -> float | None:
    """Reads a size's time; None where nothing that is believed lies at it or on both sides."""
    before = [one for one in curve.points if one.size <= size]
    after = [one for one in curve.points if one.size >= size]
    if not before or not after:
        return None
    left = max(before, key=lambda one: one.size)
    right = min(after, key=lambda one: one.size)
    if not (believed(left) and believed(right)):
        return None
    return seconds_at([(left.size, left.best), (right.size, right.best)], size)


def _is_kept(point: Point, timing: Timing) -> bool:
    """Says whether a student's time came out again, as far as anybody looked."""
    return bool(point.seconds) and point.size not in timing.noisy


def _is_sure(point: Point) -> bool:
    """Says whether calls agree on the shortest time, and it is long enough to compare with."""
    if len(point.seconds) < CONFIRMING:
        return False
    shortest, *_, confirming = sorted(point.seconds)[:CONFIRMING]
    return shortest >= SHORTEST and confirming <= AGREE * shortest
