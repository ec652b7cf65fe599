"""Fits of seconds = a + b * size**p for many exponents p at once.

For one p the model is linear in a and b, so both follow in closed form (variable projection: Golub
and Pereyra, SIAM J. Numer. Anal. 10, 1973) and only p is searched, on a grid. Errors are relative:
model / seconds - 1, so that a microsecond counts at a size that takes ten.
"""

from dataclasses import dataclass
from typing import Any

Array = Any  # numpy.ndarray; float64 throughout
LOWEST, HIGHEST, STEP = 0.1, 6.0, 0.01  # of the exponents that are tried
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

    return np.arange(LOWEST, HIGHEST + STEP / 2, STEP)


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
