"""Which sizes to call when, and which times to keep: pure, but for the call that it is handed.

    sweep(plan, call, clock) -> Swept

Sizes grow until the next one would not fit into the time that is left, judged by how the last ones
grew. What was grown is then called again in rounds, every round in another order, so that a slow
moment of the machine hits all sizes and not one. Delays only ever add (Chen and Revels,
arXiv:1608.04295), so a size's time is its shortest, and it is believed when it came out again: when
the third-shortest call is within 2 % of the shortest. The first call of a size is never kept: it
fills caches and loads libraries.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.model.course import Sweep
from grader.model.timing import Point

SETTLED = 0.02  # of the shortest: how far the call that confirms it may be away
NOISY = 0.10  # farther than this when the time is up, and the size is not believed
CONFIRMING = 3  # calls that have to agree on the shortest
GROWING = 0.4  # of the time: for the first call of every size
SHORT = 0.001  # seconds: what is shorter is called back to back
BURST = 0.004  # seconds of calls back to back
LONGEST_BURST = 32
STEEPEST = 4.0  # time grows at most with this power of the size, until it is known better


@dataclass(frozen=True, slots=True)
class Failed:
    """A call that gave no time: why the sweep ends here."""

    reason: str  # "wrong", "timeout", …
    void: bool = False  # nothing that was measured before counts either


Measured = float | Failed
Caller = Callable[[int, int], Sequence[Measured]]
"""(size, how many) -> the seconds of each call, in order; it ends with the first Failed."""


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

    samples: dict[int, list[float]] = field(default_factory=dict)
    costs: dict[int, float] = field(default_factory=dict)  # seconds of one call, with all around it
    ended: Failed | None = None


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
        todo = [size for size in progress.samples if _unsettled(progress.samples[size], plan)]
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
        if progress.ended or 2 * _predicted(size, progress) > deadline - clock():
            return
        _measure(size, call, clock, progress, warm_up=True)
        if progress.ended is None and progress.costs[size] <= deadline - clock():
            _measure(size, call, clock, progress)


def _predicted(size: int, progress: _Progress) -> float:
    """Predicts what a call of a larger size costs, from how the last two sizes grew."""
    known = list(progress.costs.items())
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
    """Calls one size: once, or several times back to back when that is short."""
    kept = progress.samples.setdefault(size, [])
    shortest = min(kept, default=SHORT)
    burst = 1
    if shortest < SHORT and not warm_up:
        burst = min(LONGEST_BURST, max(1, int(BURST / max(shortest, BURST / LONGEST_BURST))))
    start = clock()
    for measured in call(size, burst):
        if isinstance(measured, Failed):
            progress.ended = measured
        elif not warm_up:
            kept.append(max(0.0, measured))
    progress.costs[size] = clock() - start


def _unsettled(samples: Sequence[float], plan: Sweep) -> bool:
    """Says whether a size is to be called again."""
    if len(samples) < plan.minimum:
        return True
    return len(samples) < max(plan.maximum, _burst_room(samples)) and spread(samples) > SETTLED


def _burst_room(samples: Sequence[float]) -> int:
    """Lets sizes that are called back to back have as many calls as cost little time."""
    return 10 * LONGEST_BURST if min(samples, default=SHORT) < SHORT else 0


def _swept(plan: Sweep, progress: _Progress) -> Swept:
    if progress.ended is not None and progress.ended.void:
        return Swept(ended=progress.ended)
    points = tuple(
        Point(size=size, seconds=tuple(progress.samples[size]))
        for size in plan.sizes
        if progress.samples.get(size)
    )
    measured = {point.size for point in points}
    return Swept(
        points=points,
        noisy=tuple(point.size for point in points if spread(point.seconds) > NOISY),
        ended=progress.ended,
        left_out=tuple(size for size in plan.sizes if size not in measured),
    )
