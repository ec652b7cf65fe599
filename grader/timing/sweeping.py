"""Which sizes to call when, and which times to keep: pure, but for the call that it is handed.

    sweep(plan, call, clock) -> Swept

Sizes grow until the next one would not fit into the time that is left, judged by how the last ones
grew. What was grown is then called again in rounds, every round in another order, so that a slow
moment of the machine hits all sizes and not one. Delays only ever add (Chen and Revels,
arXiv:1608.04295), so a size's time is its shortest, and it is believed when it came out again: when
three calls of calm moments (pulse.py), not all at once, are within 2 % of the shortest. The first
call of a size is never kept: it fills caches and loads libraries. Calls too short for the clock are
made back to back, and count as one (as pyperf does); a size is not begun when the smaller ones have
told all there is to tell.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from grader.model.course import Sweep
from grader.model.timing import Point

SETTLED = 0.02  # of the shortest: how far the call that confirms it may be away
NOISY = 0.10  # farther than this when the time is up, and the size is not believed
CONFIRMING = 3  # calls that have to agree on the shortest
APART = 0.2  # seconds between the first and the last of these: one moment may be slow throughout
SOON = 0.3  # of the time: from then on only noisy sizes are called again
GROWING = 0.4  # of the time: for the first call of every size
SHORT = 0.001  # seconds: what is shorter is called back to back
BURST = 0.002  # seconds of calls back to back
LONGEST_BURST = 16
ENOUGH = 2  # times as many calls would be better; fewer, and a burst is not kept
TRIES = 3  # until a burst is long enough
LEAST = 0.0002  # seconds of a burst: what is shorter drowns in what surrounds it
LONG, WIDE, MANY = 0.1, 100.0, 7  # seconds, longest to shortest, sizes: larger ones tell no more
STEEPEST = 4.0  # time grows at most with this power of the size, until it is known better


@dataclass(frozen=True, slots=True)
class Failed:
    """A call that gave no time: why the sweep ends here."""

    reason: str  # "wrong", "timeout", …
    size: int = 0  # which size it was
    void: bool = False  # nothing that was measured before counts either


@dataclass(frozen=True, slots=True)
class Sample:
    """What one call took, or the mean of some back to back."""

    seconds: float
    device_seconds: float = 0.0  # of these, after the function had returned (GPU)
    calm: bool = True  # the machine was as quick before and after as it lately was at best
    at: float = 0.0  # when it was kept, on the sweep's clock


Measured = Sample | Failed
Caller = Callable[[int, int], Measured]
"""(size, how many calls back to back) -> what one of them took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """All that a sweep measured."""

    points: tuple[Point, ...] = ()  # by size
    noisy: tuple[int, ...] = ()  # sizes whose shortest time was not confirmed
    ended: Failed | None = None  # why it did not go on
    left_out: tuple[int, ...] = ()  # sizes that the time was not enough for


@dataclass(slots=True)
class _Progress:
    """The samples so far, by size, in the order they were made."""

    samples: dict[int, list[Sample]] = field(default_factory=dict)
    costs: dict[int, float] = field(default_factory=dict)  # seconds of the last, with all around it
    singles: dict[int, float] = field(default_factory=dict)  # the least of that for one call
    hints: dict[int, float] = field(default_factory=dict)  # seconds of the shortest, kept or not
    ended: Failed | None = None

    def times(self, size: int) -> list[float]:
        """Lists the seconds of one size."""
        return [sample.seconds for sample in self.samples.get(size, ())]


def sweep(plan: Sweep, call: Caller, clock: Callable[[], float], *, seed: int = 0) -> Swept:
    """Measures the plan's sizes until all are confirmed or the time is up.

    `call` makes fresh inputs, measures on the host's clock and verifies every result; `clock` gives
    seconds and is used for the plan's budget only.
    """
    progress = _Progress()
    start = clock()
    _grow(plan, call, clock, progress, start + GROWING * plan.seconds)
    rng = random.Random(seed)  # noqa: S311  an order, not a secret
    while progress.ended is None:
        early = clock() - start < SOON * plan.seconds
        samples = progress.samples.items()
        todo = [size for size, kept in samples if _open(kept, plan, early=early)]
        rng.shuffle(todo)
        left = start + plan.seconds - clock()
        affordable = [size for size in todo if progress.costs[size] <= left]
        if not affordable:
            break
        for size in affordable:
            if progress.costs[size] <= start + plan.seconds - clock():
                _measure(size, call, clock, progress)
            if progress.ended is not None:
                break
    return _swept(plan, progress)


def spread(samples: Sequence[float]) -> float:
    """Says how far the call that confirms the shortest is away from it, as a share of it."""
    if len(samples) < CONFIRMING:
        return float("inf")
    shortest, *_, confirming = sorted(samples)[:CONFIRMING]
    return confirming / shortest - 1 if shortest > 0 else float("inf")


def _grow(
    plan: Sweep,
    call: Caller,
    clock: Callable[[], float],
    progress: _Progress,
    deadline: float,
) -> None:
    """Calls each size twice, growing: the first call warms up and is not kept."""
    for size in plan.sizes:
        if progress.ended or _tells_enough(progress):
            return
        if 2 * _predicted(size, progress) > deadline - clock():
            return
        _measure(size, call, clock, progress, warm_up=True)
        for _ in range(TRIES):
            left = deadline - clock()
            slow = progress.costs[size] > left and any(map(progress.times, progress.samples))
            if progress.ended or progress.times(size) or slow:
                break
            _measure(size, call, clock, progress)


def _tells_enough(progress: _Progress) -> bool:
    """Whether a larger size would tell nothing new about how the time grows."""
    best = [min(progress.times(size), default=0.0) for size in progress.samples]
    if len(best) < MANY or best[-1] < LONG:
        return False
    return best[-1] > WIDE * min(best)


def _predicted(size: int, progress: _Progress) -> float:
    """Predicts what a call of a larger size costs, from how the last two sizes grew."""
    known = list(progress.singles.items())
    if not known:
        return 0.0
    last, cost = known[-1]
    growth: float = (size / last) ** STEEPEST
    if len(known) > 1 and known[-2][1] > 0:
        before, cheaper = known[-2]
        steps = (size / last - 1) / (last / before - 1)
        growth = min(growth, max(1.0, (cost / cheaper) ** steps))
    return cost * growth


def _measure(
    size: int,
    call: Caller,
    clock: Callable[[], float],
    progress: _Progress,
    *,
    warm_up: bool = False,
) -> None:
    """Calls one size: once or, when that is short, so often that the clock can tell."""
    kept = progress.samples.setdefault(size, [])
    burst = 1 if size not in progress.hints else _burst(progress.hints[size])
    start = clock()
    measured = call(size, burst)
    progress.costs[size] = clock() - start
    single = progress.costs[size] / burst
    progress.singles[size] = min(single, progress.singles.get(size, single))
    if isinstance(measured, Failed):
        progress.ended = replace(measured, size=size)
        return
    seconds = max(0.0, measured.seconds)
    progress.hints[size] = min(seconds, progress.hints.get(size, seconds))
    if not warm_up and burst * ENOUGH >= _burst(seconds) and seconds * burst >= LEAST:
        kept.append(replace(measured, seconds=seconds, at=clock()))


def _burst(seconds: float) -> int:
    """Says how many calls of such a length are made back to back: a power of two."""
    if seconds >= SHORT:
        return 1
    wanted = BURST / max(seconds, BURST / LONGEST_BURST)
    return int(2 ** math.ceil(math.log2(wanted)))


def _open(samples: Sequence[Sample], plan: Sweep, *, early: bool) -> bool:
    """Whether a size is to be called again; one that is too short for the clock is not."""
    if not samples:
        return False
    if len(samples) < plan.minimum:
        return True
    if not early:
        times = [sample.seconds for sample in samples]
        return len(samples) < plan.maximum and spread(times) > NOISY
    calm = sum(sample.calm for sample in samples)  # the others are no reason to give up
    return calm < plan.maximum and not _settled(samples)


def _settled(samples: Sequence[Sample]) -> bool:
    """Whether enough calls of calm moments agree on the shortest time."""
    shortest = min(sample.seconds for sample in samples)
    near = [
        sample for sample in samples if sample.calm and sample.seconds <= (1 + SETTLED) * shortest
    ]
    return len(near) >= CONFIRMING and near[-1].at - near[0].at >= APART


def _swept(plan: Sweep, progress: _Progress) -> Swept:
    if progress.ended is not None and progress.ended.void:
        return Swept(ended=progress.ended)
    points = tuple(
        _point(size, progress.samples[size]) for size in plan.sizes if progress.samples.get(size)
    )
    measured = {point.size for point in points}
    return Swept(
        points=points,
        noisy=tuple(point.size for point in points if spread(point.seconds) > NOISY),
        ended=progress.ended,
        left_out=tuple(size for size in plan.sizes if size not in measured),
    )


def _point(size: int, samples: Sequence[Sample]) -> Point:
    on_device = tuple(sample.device_seconds for sample in samples)
    return Point(
        size=size,
        seconds=tuple(sample.seconds for sample in samples),
        device_seconds=on_device if any(on_device) else (),
    )
