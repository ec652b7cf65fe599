"""Decide which sizes to call when, and which times to keep: pure, except for the given call.

    sweep(plan, call, clock) -> Swept

Sizes first grow by about a half, until the longest call takes thirty times half a millisecond (or
two hundred times with its surroundings) and is far longer than the shortest, or until the next call
would not fit into the time left. Then six sizes are chosen, evenly spaced as far as the plan
allows, from half a millisecond upwards, where a call outweighs its surroundings. They are called in
rounds, each in another order, so that a slow moment of the machine affects all of them. Delays only
ever add (Chen and Revels, arXiv:1608.04295), so a size's time is its shortest. It is settled when
three calls of calm moments (conditions.py) are within 2 % of it; when all sizes are settled, more
calls would not improve the sweep. The first call of a size fills caches and loads libraries; it
counts only if it was as quick as the others.
"""

import math
import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.course import Sweep
from grader.model.timing import CONFIRMING, Point

SIZES = 6
SHORT = 0.0005  # seconds: shorter sizes are used only if there are too few longer ones
WIDE = 30.0  # times SHORT: the longest call need not be longer …
COSTLY = 6.5  # times that: a call's cost with its surroundings need not be higher …
APART = 8.0  # … unless the longest call is less than this many times the shortest
STEP = 1.6  # largest factor from size to size while they grow, unless the next is larger
SETTLED = 0.02  # relative distance from the shortest within which calls confirm it
MOSTLY = 0.5  # share of a size's calls from which it is a size that waits
NOISY = 0.10  # relative distance beyond which a size is called again, and noisy at the end
GROWING, SOON = 0.4, 0.3  # shares of the time: to grow; to call sizes that are not noisy
STEEPEST = 4.0  # largest power of the size with which times are expected to grow
SLOWEST = 0.5  # a smaller power does not predict when the time will be long enough


class Failed(Struct, frozen=True):
    """A call that gave no time: why the sweep ends here."""

    reason: str  # "wrong", "timeout", …
    size: int = 0  # which size it was
    void: bool = False  # earlier measurements do not count either


class Sample(Struct, frozen=True):
    """The times of one call."""

    seconds: float
    device_seconds: float = 0.0  # of these, after the function had returned (GPU)
    calm: bool = True  # before and after, the machine was as quick as at its recent best
    waited: bool = False  # the function slept or waited, so that the wall clock counted
    shared: tuple[float, float] = (0.0, 0.0)  # CPU seconds, and the wall seconds meanwhile


Measured = Sample | Failed
Caller = Callable[[int], Measured]
"""From a size to the measurement of one call."""


class Swept(Struct, frozen=True, kw_only=True):
    """All measurements of a sweep."""

    points: tuple[Point, ...] = ()  # by size
    noisy: tuple[int, ...] = ()  # sizes whose shortest time was not confirmed
    waited: tuple[int, ...] = ()  # sizes at which even the shortest call waited
    preempted: float = 0.0  # share of wall time in which the program was kept from its CPU
    ended: Failed | None = None  # why the sweep ended early
    left_out: tuple[int, ...] = ()  # larger sizes for which there was no time


class _Progress(Struct):
    """The samples so far, by size, in the order they were made."""

    plan: Sweep
    call: Caller
    clock: Callable[[], float]
    long: float = WIDE * SHORT  # seconds from which a call is long enough
    samples: dict[int, list[Sample]] = field(default_factory=dict)
    firsts: dict[int, Sample] = field(default_factory=dict)  # first samples that do not count yet
    costs: dict[int, float] = field(default_factory=dict)  # least seconds with inputs and checks
    hints: dict[int, float] = field(default_factory=dict)  # least seconds, first calls included
    ended: Failed | None = None

    def __post_init__(self) -> None:
        """Record the start."""
        self.start = self.clock()

    start: float = 0.0  # by the clock above

    def left(self, share: float = 1.0) -> float:
        """Return the seconds left of a share of the plan's time."""
        return self.start + share * self.plan.seconds - self.clock()

    def measure(self, size: int) -> None:
        """Call once; a size's first sample counts only if it proves as quick as the others."""
        first = size not in self.samples
        samples = self.samples.setdefault(size, [])
        began = self.clock()
        measured = self.call(size)
        cost = self.clock() - began
        self.costs[size] = min(cost, self.costs.get(size, cost))
        if isinstance(measured, Failed):
            self.ended = replace(measured, size=size)
            return
        seconds = max(0.0, measured.seconds)
        self.hints[size] = min(seconds, self.hints.get(size, seconds))
        sample = replace(measured, seconds=seconds)
        if first:
            self.firsts[size] = sample
            return
        samples.append(sample)
        if size in self.firsts and self.firsts[size].seconds <= (1 + SETTLED) * self.best(size):
            samples.insert(0, self.firsts.pop(size))

    def best(self, size: int) -> float:
        """Return the shortest time of a size."""
        return min((sample.seconds for sample in self.believed(size)), default=0.0)

    def believed(self, size: int) -> list[Sample]:
        """List the samples of a size; if most calls waited, only those that did.

        If others delay the grader while the program sleeps, that call wrongly looks quick.
        """
        samples = self.samples.get(size, [])
        waited = [sample for sample in samples if sample.waited]
        return waited if MOSTLY * len(samples) <= len(waited) else samples


def sweep(
    plan: Sweep, call: Caller, clock: Callable[[], float], *, seed: int = 0, wide: float = WIDE
) -> Swept:
    """Measure six of the plan's sizes until all are settled or the time is up.

    `call` makes fresh inputs, measures and verifies every result; `clock` gives seconds and is used
    for the plan's budget only. With a larger `wide`, larger sizes are measured.
    """
    progress = _Progress(plan, call, clock, wide * SHORT)
    in_time = _grow(progress)
    chosen = _chosen(progress)
    rng = random.Random(seed)  # noqa: S311  an order, not a secret
    while not progress.ended:
        todo = [size for size in chosen if _open(progress, size)]
        rng.shuffle(todo)
        affordable = [size for size in todo if progress.costs.get(size, 0.0) <= progress.left()]
        if not affordable:
            break
        for size in affordable:
            if not progress.ended and progress.costs.get(size, 0.0) <= progress.left():
                progress.measure(size)
    return _swept(progress, chosen, in_time=in_time)


def spread(samples: Sequence[float]) -> float:
    """Return the relative distance of the confirming call from the shortest one."""
    if len(samples) < CONFIRMING:
        return float("inf")
    shortest, *_, confirming = sorted(samples)[:CONFIRMING]
    return confirming / shortest - 1 if shortest > 0 else float("inf")


def _grow(progress: _Progress) -> bool:
    """Call growing sizes twice each; return False if the time did not suffice."""
    sizes, at = progress.plan.sizes, 0
    while at < len(sizes):
        size = sizes[at]
        if 2 * _predicted(size, progress) > progress.left(GROWING):
            return False
        progress.measure(size)
        if progress.ended is None and (at == 0 or progress.costs[size] <= progress.left(GROWING)):
            progress.measure(size)
        if progress.ended is not None:
            return True
        costly = COSTLY * progress.long
        far = progress.best(size) >= progress.long or progress.costs[size] >= costly
        if far and _has_enough(progress):
            return True
        at = max(at + 1, min(bisect_right(sizes, STEP * size) - 1, _goal(progress)))
    return True


def _has_enough(progress: _Progress) -> bool:
    """Return whether six sizes have calls that are long enough, and times that differ enough."""
    first, last = _first_long(progress, [*progress.samples]), max(progress.samples)
    apart = progress.best(last) >= APART * progress.best(first)
    return apart and len([x for x in progress.plan.sizes if first <= x <= last]) >= SIZES


def _goal(progress: _Progress) -> int:
    """Return the index of the first size whose predicted time is long enough.

    Larger sizes would tell no more. If no size is long enough, the index is len(sizes).
    """
    *before, (last, seconds) = progress.hints.items()
    power = _power(before[-1], (last, seconds)) if before and seconds > 0 else 0.0
    if power < SLOWEST:
        return len(progress.plan.sizes)
    least = last * (progress.long / seconds) ** (1 / power)
    return bisect_left(progress.plan.sizes, least)


def _power(smaller: tuple[int, float], larger: tuple[int, float]) -> float:
    """Return the power of the size with which the time grew between two (size, seconds)."""
    if smaller[1] <= 0 or larger[1] <= 0:
        return STEEPEST
    return math.log(larger[1] / smaller[1]) / math.log(larger[0] / smaller[0])


def _first_long(progress: _Progress, tried: Sequence[int]) -> int:
    """Find the size from which on calls are long enough; a lone long one before it is chance."""
    short = [size for size in tried[:-1] if progress.best(size) < SHORT]
    return next(size for size in tried if not short or size > short[-1])


def _chosen(progress: _Progress) -> list[int]:
    """Pick six sizes, evenly spaced in their logarithms; shorter ones if they are few."""
    tried = [size for size, samples in progress.samples.items() if samples]
    if not tried:
        return []
    last = tried[-1]
    first = _first_long(progress, tried)
    known = [size for size in progress.plan.sizes if size <= last]
    known = known[-max(SIZES, len([size for size in known if size >= first])) :]
    if len(known) <= SIZES:
        return known
    ideal = [known[0] * (last / known[0]) ** (step / (SIZES - 1)) for step in range(SIZES)]
    picked: list[int] = []
    for place, wanted in enumerate(ideal):
        # This many have to be left for the following steps.
        free = [size for size in known if not picked or size > picked[-1]]
        free = free[: len(free) - (SIZES - 1 - place)]
        away = {size: abs(math.log(size / wanted)) for size in free}
        picked.append(min(free, key=away.__getitem__))
    return picked


def _predicted(size: int, progress: _Progress) -> float:
    """Predict the cost of a call of a larger size, from the growth between the last two.

    The surroundings of a call, including others on its CPU, are assumed not to grow.
    """
    known = list(progress.hints.items())
    if not known:
        return 0.0
    last, seconds = known[-1]
    power = max(0.0, _power(known[-2], known[-1]) + 1.0) if len(known) > 1 else STEEPEST
    growth: float = (size / last) ** min(power, STEEPEST)
    return progress.costs[last] + seconds * (growth - 1)


def _open(progress: _Progress, size: int) -> bool:
    samples, plan = progress.believed(size), progress.plan
    if len(samples) < plan.minimum:
        return True
    if progress.left(SOON) > 0:
        calm = sum(sample.calm for sample in samples)  # calls in busy moments do not use it up
        return calm < plan.maximum and not _settled(samples)
    times = [sample.seconds for sample in samples]
    return len(samples) < plan.maximum and spread(times) > NOISY


def _settled(samples: Sequence[Sample]) -> bool:
    """Return whether enough calls of calm moments agree on the shortest time."""
    shortest = min(sample.seconds for sample in samples)
    near = [each for each in samples if each.calm and each.seconds <= (1 + SETTLED) * shortest]
    return len(near) >= CONFIRMING


def _swept(progress: _Progress, chosen: Sequence[int], *, in_time: bool) -> Swept:
    if progress.ended is not None and progress.ended.void:
        return Swept(ended=progress.ended)
    used = {size: progress.believed(size) for size in chosen if progress.samples.get(size)}
    points = tuple(_point(size, samples) for size, samples in used.items())
    largest = max(used, default=0)
    shared = [sample.shared for samples in used.values() for sample in samples]
    cpu, wall = (sum(seconds) for seconds in zip(*shared, strict=True)) if shared else (0.0, 0.0)
    return Swept(
        points=points,
        noisy=tuple(point.size for point in points if spread(point.seconds) > NOISY),
        waited=tuple(
            size
            for size, samples in used.items()
            if min(samples, key=lambda sample: sample.seconds).waited
        ),
        preempted=max(0.0, 1 - cpu / wall) if wall else 0.0,
        ended=progress.ended,
        left_out=()
        if in_time and progress.ended is None
        else tuple(size for size in progress.plan.sizes if size > largest),
    )


def _point(size: int, samples: Sequence[Sample]) -> Point:
    on_device = tuple(sample.device_seconds for sample in samples)
    return Point(
        size=size,
        seconds=tuple(sample.seconds for sample in samples),
        device_seconds=on_device if any(on_device) else (),
    )
