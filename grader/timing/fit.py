"""How the time grows with the size: seconds = a + b * size**p, and in which interval p lies.

    t(n) = a + b * n**p,   a >= 0, b >= 0,   errors relative: t(n) / t_measured(n) - 1

Per size the shortest time is taken, since delays only ever add (Chen and Revels, arXiv:1608.04295).
a, b and p come from `scipy.optimize.least_squares` with the loss soft_l1, 2 * (sqrt(1 + r**2) - 1)
(Triggs et al., Bundle Adjustment, 2000), which a delayed size pulls less than squares.

The interval is all that one of these leaves open, since each alone is too narrow:

* scatter: the exponents whose error is at most the least * (1 + t**2 / (points - 3)), Student's t
  at 95 % (profile likelihood; Bates and Watts, Nonlinear Regression, 1988, section 6.1);
* sizes that mislead: the best exponents with each size left out (jackknife), and with up to a third
  of the sizes left out at either end (terms of lower order; caches that fill up slowly);
* calls that differ in number: the best exponent when each size has as many as the fewest have;
* clocks that drift by 8 % from the smallest size to the largest, either way, and by 35 % where more
  than a third of the sizes took another time when called again;
* never less than 0.25 either way: shared machines are slower for seconds on end, by a third.

No interval makes up for growth that changes on the way, as where data outgrow a cache: such a break
is looked for, and named instead of an exponent.

For one p the model is linear in a and b, so both follow in closed form (variable projection: Golub
and Pereyra, SIAM J. Numer. Anal. 10, 1973) and only p is searched, on a grid. Errors are relative,
so that a microsecond counts at a size that takes ten.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from grader.model.timing import Fit, Point

Array = Any  # numpy.ndarray; float64 throughout
LOWEST, HIGHEST, GRID_STEP = 0.1, 6.0, 0.01  # of the exponents that are tried
RIDGE = 1e-12
GROWN = 4.0  # of the shortest time


@dataclass(frozen=True, slots=True)
class Samples:
    """Sizes relative to the largest, times relative to the shortest; both of shape (points,)."""

    sizes: Array
    times: Array

    def over(self, first: int) -> "Samples":
        """Leaves the smallest sizes out, as many as that."""
        return Samples(self.sizes[first:], self.times[first:])

    @property
    def count(self) -> int:
        """How many sizes there are."""
        return len(self.sizes)


def exponents() -> Array:
    """Gives the exponents that are tried, of shape (exponents,)."""
    import numpy as np

    return np.arange(LOWEST, HIGHEST + GRID_STEP / 2, GRID_STEP)


def columns(samples: Samples) -> tuple[Array, Array]:
    """Gives what a and b are multiplied by in the model, relative to the times.

    Shapes (points,) and (exponents, points); b is in units of the longest time.
    """
    powers = samples.sizes[None, :] ** exponents()[:, None]
    return 1 / samples.times, powers * samples.times.max() / samples.times


def profile(samples: Samples, weights: Array) -> tuple[Array, Array, Array]:
    """Finds for every exponent the best a >= 0 and b >= 0, and what error they leave.

    `weights` has shape (fits, points): 0 leaves a point out. Gives three arrays of shape
    (fits, exponents): the weighted sum of squared relative errors, a and b.
    """
    import numpy as np

    ones, powers = columns(samples)
    uu, u = (weights @ ones**2)[:, None], (weights @ ones)[:, None]
    uv, vv, v = weights @ (ones * powers).T, weights @ (powers**2).T, weights @ powers.T
    determinant = uu * vv - uv**2
    singular = determinant <= RIDGE * uu * vv
    determinant = np.where(singular, 1.0, determinant)
    a, b = (vv * u - uv * v) / determinant, (uu * v - uv * u) / determinant
    without = singular | (a < 0)
    a, b = np.where(without, 0.0, a), np.where(without, v / vv, b)
    flat = b < 0
    a, b = np.where(flat, u / uu, a), np.where(flat, 0.0, b)
    errors = a[..., None] * ones + b[..., None] * powers - 1
    return np.einsum("fp,fep->fe", weights, errors**2), a, b


def broken(samples: Samples) -> tuple[Array, Array, Array]:
    """Fits growth that changes on the way: by a step, in its slope, or by a ramp.

    The model gains a third column, b * size**p times 1 beyond the break (a cache overflows), or
    log(size / break), or what goes from 0 to 1 with the logarithm of the size between two sizes (a
    cache fills up slowly), the first of which is no longer what a call costs anyway. Gives for
    every such break the least sum of squared errors, the change relative to b, and the first size
    that is beyond it; all of shape (breaks,): first the steps, one for each size from the third
    on, then the slopes, and then the ramps.
    """
    import numpy as np

    ones, powers = columns(samples)
    logs, last = np.log(samples.sizes), samples.count - 1
    steps = [np.arange(samples.count) >= at for at in range(2, last + 1)]
    bends = [np.clip(logs - logs[at], 0.0, None) for at in range(1, last - 1)]
    grown = [i for i in range(last) if samples.times[i] >= GROWN * samples.times.min()]
    spans = [(first, end) for first in grown for end in range(first + 2, last)]
    ramps = [np.clip((logs - logs[i]) / (logs[end] - logs[i]), 0.0, 1.0) for i, end in spans]
    ends = [*range(2, last + 1), *range(1, last - 1), *(end for _, end in spans)]
    extra = np.array([*steps, *bends, *ramps], dtype=float)[:, None, :] * powers[None, :, :]
    rest = np.broadcast_to(powers, extra.shape)
    with_a = np.stack([np.broadcast_to(ones, extra.shape), rest, extra], axis=-1)
    error: Array
    error, solved = _solved(with_a)
    plain_error, plain = _solved(with_a[..., 1:])
    keep = (solved[..., 0] >= 0) & (solved[..., 1] > 0)
    error = np.where(keep, error, plain_error)
    solved = np.where(keep[..., None], solved[..., 1:], plain)
    best: Array = error.argmin(axis=1)
    rows = np.arange(len(best))
    b, change = solved[rows, best, 0], solved[rows, best, 1]
    return error[rows, best], change / np.maximum(b, RIDGE), np.array(ends)


def _solved(design: Array) -> tuple[Array, Array]:
    """Solves least squares against 1 for a stack of designs (..., points, columns)."""
    import numpy as np

    turned = np.swapaxes(design, -1, -2)
    normal = turned @ design
    scale = np.einsum("...ii->...", normal)[..., None, None]
    normal = normal + RIDGE * scale * np.eye(design.shape[-1])
    solved = np.linalg.solve(normal, turned.sum(axis=-1)[..., None])
    errors = (design @ solved)[..., 0] - 1
    return (errors**2).sum(axis=-1), solved[..., 0]


FEWEST_SIZES = 5
FEWEST_CALLS = 3  # beyond a step, or it may be one delay
FLAT = 2.0  # longest time to shortest
STILL = 1.3  # likewise, where the time does not yet grow
NARROW = 8.0
OVERHEAD = 3.0  # times a that b * size**p has to reach
DROP = 0.5  # of the time of a smaller size: nothing gets that much faster by growing
WIDEST = 0.8  # of an interval that still says something
FLOOR = 0.25
DRIFT, UNSTEADY_DRIFT = 0.08, 0.35
UNSTEADY = 0.1  # of the shortest time: how far the third-shortest is away
STEP, BEND, RAMP = 1.2, 0.4, 1.3  # changes of factor and slope that are more than scatter
SURE = 8.0  # how many times the error of a point a break has to explain, squared
LEAST_ERROR = 0.015  # of one point; no clock is better
PARAMETERS = 3


@dataclass(frozen=True, slots=True)
class _Best:
    """The best fit of all points. `b` is in units of the longest time, `a` of the shortest."""

    a: float
    b: float
    p: float
    weights: Array  # shape (points,)


def fit(points: Sequence[Point]) -> Fit:
    """Fits a power law to the shortest times, or says why the exponent cannot be told.

    `unknown` is one of "few-sizes", "flat", "narrow", "overhead", "knee", "wide", "contradictory"
    and "no-scipy" (the extra `timing` is not installed).
    """
    positive = [point for point in points if point.size > 0 and point.seconds and point.best > 0]
    usable = sorted(positive, key=lambda point: point.size)
    if len({point.size for point in usable}) < max(FEWEST_SIZES, len(usable)):
        return Fit(unknown="few-sizes")
    best = [point.best for point in usable]
    if max(best) < FLAT * min(best):
        return Fit(unknown="flat")
    if any(later < DROP * max(best[:at]) for at, later in enumerate(best) if at):
        return Fit(unknown="contradictory")
    if find_spec("scipy") is None:
        return Fit(unknown="no-scipy")
    return _beyond_small_sizes(usable)


def powers(fitted: Fit) -> tuple[float, ...]:
    """Lists the whole powers in the interval or, where there are none, the half ones."""
    if not fitted.known:
        return ()
    whole = range(math.ceil(fitted.low), math.floor(fitted.high) + 1)
    if whole:
        return tuple(float(point) for point in whole)
    half = math.ceil(fitted.low - 0.5) + 0.5
    return (half,) if half <= fitted.high else ()


def _beyond_small_sizes(points: Sequence[Point]) -> Fit:
    """Fits all sizes or, where growth changes among the smallest, those beyond the change.

    Among the smallest are those where the time does not yet grow, or else a third of the sizes.
    What lies beyond a later change may be too short to show it: a piece of the way through a cache
    that fills up slowly is as straight as any.
    """
    answer = _fitted(points)
    if answer.unknown != "knee":
        return answer
    beyond, shortest = _first_beyond(points), min(point.best for point in points)
    for first in range(1, len(points) - FEWEST_SIZES + 1):
        flat = first > 1 and points[first - 1].best < STILL * shortest
        if points[-1].best < NARROW * points[first].best:
            break
        if flat or beyond <= first <= len(points) / 3:
            rest = _fitted(points[first:])
            if rest.known:
                return replace(rest, first=points[first].size)
    return answer


def _fitted(points: Sequence[Point]) -> Fit:
    samples = _samples([point.size for point in points], [point.best for point in points])
    error = _error_of_one(points)
    best = _best(samples)
    shortest, longest = min(point.best for point in points), max(point.best for point in points)
    a, b = best.a * shortest, best.b * longest
    if b < OVERHEAD * a:
        return Fit(unknown="overhead")
    if longest < NARROW * shortest:
        return Fit(unknown="narrow")
    if _first_beyond(points):
        return Fit(unknown="knee")
    low, high = _interval(points, samples, best, error)
    if high - low > WIDEST:
        return Fit(unknown="wide")
    factor = b / points[-1].size ** best.p
    return Fit(exponent=best.p, low=low, high=high, overhead=a, factor=factor)


def _samples(sizes: Sequence[int], times: Sequence[float]) -> Samples:
    import numpy as np

    n, t = np.array(sizes, dtype=float), np.array(times, dtype=float)
    return Samples(n / n.max(), t / t.min())


def _error_of_one(points: Sequence[Point]) -> float:
    """Says how far one shortest time is off: about as far as the next call's is above it."""
    firsts = [sorted(point.seconds)[:2] for point in points if len(point.seconds) > 1]
    gaps = sorted(later / first - 1 for first, later in firsts)
    return max(LEAST_ERROR, gaps[len(gaps) // 2] if gaps else 0.0)


def _best(samples: Samples) -> _Best:
    """Finds a, b and p with the least robust error, starting from the best of the grid."""
    import numpy as np
    from scipy.optimize import least_squares

    start, residuals = _least(samples)
    scale = max(2 * LEAST_ERROR, 1.5 * 1.4826 * float(np.median(np.abs(residuals))))
    ones, logs = 1 / samples.times, np.log(samples.sizes)
    longest = samples.times.max() / samples.times

    def off(now: Array) -> Array:
        return now[0] * ones + now[1] * longest * np.exp(now[2] * logs) - 1

    def slope(now: Array) -> Array:
        power = longest * np.exp(now[2] * logs)
        return np.stack([ones, power, now[1] * power * logs], axis=1)

    bounds = ([0.0, 0.0, exponents()[0]], [np.inf, np.inf, exponents()[-1]])
    solved = least_squares(
        off, np.clip(start, *bounds), slope, bounds, loss="soft_l1", f_scale=scale
    )
    a, b, p = (float(one) for one in solved.x)
    return _Best(a, b, p, 1 / np.sqrt(1 + (off(solved.x) / scale) ** 2))


def _least(samples: Samples) -> tuple[Array, Array]:
    """Finds a, b and p with the least squares on the grid, and the residuals there."""
    import numpy as np

    errors, a, b = (one[0] for one in profile(samples, np.ones((1, samples.count))))
    at = int(errors.argmin())
    p = exponents()[at]
    model = a[at] + b[at] * samples.times.max() * samples.sizes**p
    return np.array([a[at], b[at], p]), model / samples.times - 1


def _first_beyond(points: Sequence[Point]) -> int:
    """Finds the first point beyond a change on the way that explains clearly more than scatter.

    0 = there is none. Where the largest size's call is a lone one, a step up to it may be but a
    delay.
    """
    import numpy as np

    samples = _samples([point.size for point in points], [point.best for point in points])
    whole = profile(samples, np.ones((1, samples.count)))[0].min()
    errors, changes, ends = broken(samples)
    left = np.maximum(errors / max(1, samples.count - PARAMETERS - 2), _error_of_one(points) ** 2)
    sure = (whole - errors) / 2 > SURE * left
    steps, slopes = samples.count - 2, samples.count - 3
    kinds = np.repeat([0, 1, 2], [steps, slopes, len(ends) - steps - slopes])
    stepped = (changes > STEP - 1) | (changes < 1 / STEP - 1)
    clear = sure & np.choose(kinds, [stepped, abs(changes) > BEND, changes > RAMP - 1])
    if len(points[-1].seconds) < FEWEST_CALLS:
        clear[steps - 1] = False
    return int(ends[np.where(clear, errors, np.inf).argmin()]) if clear.any() else 0


def _interval(
    points: Sequence[Point], samples: Samples, best: _Best, error: float
) -> tuple[float, float]:
    """Joins all that the ways to be wrong leave open."""
    import numpy as np
    from scipy.special import stdtrit

    kept = np.concatenate([np.ones((1, samples.count)), _left_out(samples.count)])
    errors = profile(samples, kept * best.weights)[0]
    tried, freedom = exponents(), samples.count - PARAMETERS
    least = errors[0].min()
    spread = max(least / freedom, error**2)
    open_ = tried[errors[0] <= least + spread * stdtrit(freedom, 0.975) ** 2]
    others = [*tried[errors[1:].argmin(axis=1)], *_with_fewest_calls(points)]
    drift = math.log1p(_drift(points)) / -math.log(_share_that_works(samples, best))
    low = min(open_.min(), *others) - drift
    high = max(open_.max(), *others) + drift
    return float(min(low, best.p - FLOOR)), float(max(high, best.p + FLOOR))


def _drift(points: Sequence[Point]) -> float:
    """Says by how much the clock may have changed meanwhile, as a share."""
    times = [sorted(point.seconds) for point in points]
    calls = [time for time in times if len(time) >= FEWEST_CALLS]
    unsteady = sum(call[FEWEST_CALLS - 1] > (1 + UNSTEADY) * call[0] for call in calls)
    return UNSTEADY_DRIFT if 3 * unsteady > len(points) else DRIFT


def _left_out(count: int) -> Array:
    """Gives which sizes stay, of shape (refits, count): without each one, and without an end."""
    import numpy as np

    ends = range(2, min(count // 3, count - FEWEST_SIZES) + 1)
    places = np.arange(count)
    without = [places >= end for end in ends] + [places < count - end for end in ends]
    return np.array([*(places != place for place in places), *without], dtype=float)


def _share_that_works(samples: Samples, best: _Best) -> float:
    """Gives the smallest size, as a share of the largest, where growth outweighs overhead."""
    grown = best.b * samples.times.max() * samples.sizes**best.p
    return float(samples.sizes[grown >= best.a].min(initial=0.5))


def _with_fewest_calls(points: Sequence[Point]) -> list[float]:
    """Fits what the shortest time of as many calls as the fewest had would be on average."""
    fewest = min(len(point.seconds) for point in points)
    if all(len(point.seconds) == fewest for point in points):
        return []
    times = [math.exp(_shortest_of(fewest, point.seconds)) for point in points]
    return [float(_least(_samples([point.size for point in points], times))[0][2])]


def _shortest_of(count: int, seconds: Sequence[float]) -> float:
    """Gives the mean logarithm of the shortest of so many of these, drawn without return."""
    ways = math.comb(len(seconds), count)
    return sum(
        math.log(one) * math.comb(len(seconds) - 1 - rank, count - 1) / ways
        for rank, one in enumerate(sorted(seconds))
    )
