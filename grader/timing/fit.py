"""Fit the growth of the time with the size: seconds = a + b * size**p, if it is a power.

    t(n) = a + b * n**p,   a >= 0, b >= 0,   errors relative: t(n) / t_measured(n) - 1

Per size the shortest time is taken, since delays only ever add (Chen and Revels, arXiv:1608.04295).
For one p the model is linear in a and b, so both follow in closed form (variable projection: Golub
and Pereyra, SIAM J. Numer. Anal. 10, 1973) and only p is searched, on a grid.

An exponent is published if all of this holds; otherwise the reason is reported:

* the line is straight: the residuals are no larger than the clock's own scatter, and both halves
  have one slope. An outgrown cache bends the line; then the power up to the bend is reported, if
  four sizes show it, and whether the times grow faster or slower beyond it;
* the interval is narrow. It joins the exponents that scatter allows (profile likelihood; Bates and
  Watts, Nonlinear Regression, 1988, section 6.1), the slopes of the two halves, and the best
  exponents with each size left out (jackknife); and it is never less than 0.25 either way;
* it contains a whole power. No program of this kind grows like n^2.6; times that look so lie
  between two orders. If arrays outgrow caches over most of the sizes, the line is as straight as
  that of a steeper power; so for a library's arrays, it has to contain the power of the operation's
  own work.

Times that are flat between powers of two and jump there are called steps: matrices were padded.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.model.timing import Fit, Point

Array = Any  # numpy.ndarray; float64 throughout
LOWEST, HIGHEST, GRID_STEP = 0.1, 6.0, 0.01  # of the exponents that are tried
RIDGE = 1e-12
PARAMETERS = 3
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31)  # t at 95 %, by degrees of freedom

FEWEST_SIZES = 5
FLAT = 2.0  # times the shortest time: a smaller longest time means flat times
NARROW = 8.0  # likewise: times that span less allow no fit
OVERHEAD = 3.0  # times a that b * size**p has to reach
DROP = 0.5  # times the time of a smaller size: less is contradictory
WIDEST = 0.8  # in exponents: a wider interval says nothing
FLOOR = 0.25  # in exponents: least distance of the interval's ends from the exponent
LEAST_ERROR = 0.015  # least relative error of one point: no clock is better
CROOKED = 2.5  # times the error of a point: largest residual of a straight line
BEND = 0.4  # largest difference between the slopes of the halves
STEP_WIDTH = 0.25  # octaves: least distance of two sizes that shows whether a step is flat
STEP_RISE = 0.3  # largest rise within a step, as a share of the overall slope's
FEWEST_STEPS = 3
STRAIGHTER = 2.5  # times nearer to a line over the padded sizes than over the sizes
SHOWN = 4  # sizes up to a bend that show a power


class _StraightLine(Struct, frozen=True):
    """The best fit. `a` and `b` are in seconds."""

    a: float
    b: float
    p: float
    left: float  # root mean square of the relative errors, by the degrees of freedom


def fit(points: Sequence[Point], only: float | None = None) -> Fit:
    """Fit a power law to the shortest times, or return why there is no exponent.

    `only` is the one power that is accepted for work whose data outgrow caches. `unknown` is one of
    UNKNOWN except "unsteady"; with "knee" and `until`, the fit states the growth up to there.
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
    answer = _fitted(usable, only)
    most = min(len(usable) - FEWEST_SIZES, len(usable) // 2)
    for first in range(1, most + 1):
        if answer.unknown != "knee" or answer.until:
            break
        # Every call has a cost of its own, so the smallest sizes may grow more slowly.
        rest = _fitted(usable[first:], only)
        if rest.known:
            return replace(rest, first=usable[first].size)
    if answer.unknown in {"knee", "wide", "between"} and _is_staircase(usable):
        return Fit(unknown="steps")
    return answer


def _is_staircase(points: Sequence[Point]) -> bool:
    """Return whether times are flat between powers of two and jump there: padded matrices.

    Then the time is a straight line over the next power of two, but not over the size itself. A
    cache or a busy computer bends the line, too, but not only at powers of two.
    """
    logs = [(math.log2(point.size), math.log2(point.best)) for point in points]
    padded = [(float((point.size - 1).bit_length()), math.log2(point.best)) for point in points]
    steps = [
        (right[0] - left[0], right[1] - left[1])
        for (left, right), (low, high) in zip(pairwise(logs), pairwise(padded), strict=True)
        if low[0] == high[0]
    ]
    wide = [rise for run, rise in steps if run >= STEP_WIDTH]
    if not wide or len({power for power, _ in padded}) < FEWEST_STEPS:
        return False
    slope, crooked = _straight(logs)
    rising = any(rise > STEP_RISE * slope * run for run, rise in steps if run >= STEP_WIDTH)
    return not rising and STRAIGHTER * _straight(padded)[1] <= crooked


def powers(fitted: Fit) -> tuple[float, ...]:
    """List the whole powers in the interval."""
    if not fitted.known:
        return ()
    return tuple(map(float, range(math.ceil(fitted.low), math.floor(fitted.high) + 1)))


def _fitted(points: Sequence[Point], only: float | None) -> Fit:
    sizes, times = [point.size for point in points], [point.best for point in points]
    error = _error_of_one(points)
    line = _best(sizes, times)
    if line.b * sizes[-1] ** line.p < OVERHEAD * line.a:
        return Fit(unknown="overhead")
    if max(times) < NARROW * min(times):
        return Fit(unknown="narrow")
    slopes = _halves(sizes, times, line)
    if line.left > CROOKED * error or abs(slopes[1] - slopes[0]) > BEND:
        return _up_to_bend(points, error)
    low, high = _interval(sizes, times, line, error)
    low, high = min(low, *slopes, line.p - FLOOR), max(high, *slopes, line.p + FLOOR)
    if high - low > WIDEST:
        return Fit(unknown="wide")
    fitted = Fit(exponent=line.p, low=low, high=high, overhead=line.a, factor=line.b)
    believed = powers(fitted) if only is None else tuple(x for x in (only,) if low <= x <= high)
    return fitted if believed else Fit(unknown="between", exponent=line.p)


def _up_to_bend(points: Sequence[Point], error: float) -> Fit:
    """Return the whole power that the first sizes follow up to a bend, if enough do."""
    logs = [(math.log(point.size), math.log(point.best)) for point in points]
    for count in range(len(points) - 1, SHOWN - 1, -1):
        slope, left = _straight(logs[:count])
        power = round(slope)
        beyond = [_straight(pair)[0] for pair in zip(logs[count - 1 :], logs[count:], strict=False)]
        straight = left <= CROOKED * error and abs(slope - power) <= FLOOR and power > 0
        aside = {step > slope for step in beyond if abs(step - slope) > BEND / 2}
        if straight and len(aside) == 1:
            return Fit(
                unknown="knee",
                exponent=float(power),
                until=points[count - 1].size,
                faster=aside.pop(),
            )
    return Fit(unknown="knee")


def _error_of_one(points: Sequence[Point]) -> float:
    """Estimate the relative error of a shortest time from its distance to the second shortest."""
    firsts = [sorted(point.seconds)[:2] for point in points if len(point.seconds) > 1]
    gaps = sorted(later / first - 1 for first, later in firsts)
    return max(LEAST_ERROR, gaps[len(gaps) // 2] if gaps else 0.0)


def _halves(
    sizes: Sequence[int], times: Sequence[float], line: _StraightLine
) -> tuple[float, float]:
    """Return the slopes of the smaller and of the larger half, where they outweigh the overhead."""
    logs = [
        (math.log(size), math.log(seconds - line.a))
        for size, seconds in zip(sizes, times, strict=True)
        if seconds > 2 * line.a
    ]
    if len(logs) < SHOWN:
        return line.p, line.p
    half = (len(logs) + 1) // 2
    return _straight(logs[:half])[0], _straight(logs[-half:])[0]


def _straight(logs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the slope of the least-squares line, and the root mean square of its residuals."""
    x, y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    slope = sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)
    off = sum((b - y - slope * (a - x)) ** 2 for a, b in logs)
    return slope, math.sqrt(off / max(1, len(logs) - 2))


def _exponents() -> Array:
    import numpy as np

    return np.arange(LOWEST, HIGHEST + GRID_STEP / 2, GRID_STEP)


def _profile(
    sizes: Sequence[int], times: Sequence[float], weights: Array
) -> tuple[Array, Array, Array]:
    """Find for every exponent the best a >= 0 and b >= 0, and the remaining error.

    `weights` has shape (fits, points): 0 leaves a point out. Return three arrays of shape
    (fits, exponents): the weighted sum of squared relative errors, a, and b in units of the longest
    time at the largest size.
    """
    import numpy as np

    n, t = np.array(sizes, dtype=float), np.array(times, dtype=float)
    ones, grown = 1 / t, (n / n.max())[None, :] ** _exponents()[:, None] * t.max() / t
    uu, u = (weights @ ones**2)[:, None], (weights @ ones)[:, None]
    uv, vv, v = weights @ (ones * grown).T, weights @ (grown**2).T, weights @ grown.T
    determinant = uu * vv - uv**2
    singular = determinant <= RIDGE * uu * vv
    determinant = np.where(singular, 1.0, determinant)
    a, b = (vv * u - uv * v) / determinant, (uu * v - uv * u) / determinant
    without = singular | (a < 0)
    a, b = np.where(without, 0.0, a), np.where(without, v / vv, b)
    flat = b < 0
    a, b = np.where(flat, u / uu, a), np.where(flat, 0.0, b)
    errors = a[..., None] * ones + b[..., None] * grown - 1
    return np.einsum("fp,fep->fe", weights, errors**2), a, b


def _best(sizes: Sequence[int], times: Sequence[float]) -> _StraightLine:
    import numpy as np

    errors, a, b = (each[0] for each in _profile(sizes, times, np.ones((1, len(sizes)))))
    at = int(errors.argmin())
    p = float(_exponents()[at])
    left = math.sqrt(errors[at] / (len(sizes) - PARAMETERS))
    return _StraightLine(float(a[at]), float(b[at]) * max(times) / sizes[-1] ** p, p, left)


def _interval(
    sizes: Sequence[int], times: Sequence[float], line: _StraightLine, error: float
) -> tuple[float, float]:
    """Join the exponents that scatter allows with the best ones without each size."""
    import numpy as np

    count = len(sizes)
    tried, freedom = _exponents(), count - PARAMETERS
    weights = np.concatenate([np.ones((1, count)), 1 - np.eye(count)])
    errors = _profile(sizes, times, weights)[0]
    spread = max(line.left, error) ** 2
    reach = STUDENT[min(freedom, len(STUDENT)) - 1]
    allowed = tried[errors[0] <= errors[0].min() + spread * reach**2]
    others = tried[errors[1:].argmin(axis=1)]
    return float(min(allowed.min(), others.min())), float(max(allowed.max(), others.max()))
