"""Sweeps of known exponent, with what real clocks do to them: noise, spikes, drift, cliffs."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.model.timing import Fit, Point

Growth = Callable[[float], float]
PYTHON = (8, 12, 18, 27, 40, 60, 90, 135, 200)
MATRICES = (64, 96, 144, 216, 324, 486, 729, 1093)
IMAGES = (16, 32, 64, 128, 256, 512, 1024)
DEVICE = (64, 128, 256, 512, 1024, 2048, 4096, 8192)


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """One kind of sweep. Noise is the standard deviation of the logarithm of one call's time."""

    name: str
    growth: Growth  # seconds of one call, by size
    exponent: float | None  # None: it cannot be told, and that is the answer
    sizes: Sequence[int] = MATRICES
    noise: float = 0.05
    spikes: float = 0.15  # how often something else delays a call, by 1.3 to 3 times
    drift: float = 0.0  # how much slower the largest size's calls are for the clock's sake
    calls: int = 7
    fewest: int = 7  # calls at the largest size; between, it falls with the size
    only: float | None = None  # the power that is believed, of arrays that outgrow caches
    unknown_is_right: bool = False  # an honest "cannot be told" counts as covered


def sweep(truth: Truth, seed: int) -> tuple[Point, ...]:
    """Measures it: one point for each size."""
    chance = random.Random(f"{truth.name} {seed}")
    last = len(truth.sizes) - 1
    return tuple(
        Point(size=size, seconds=_calls(truth, size, index / last, chance))
        for index, size in enumerate(truth.sizes)
    )


def power(a: float, b: float, p: float) -> Growth:
    """Gives a + b * size**p."""
    return lambda size: a + b * math.pow(size, p)


def cliff(growth: Growth, at: float, factor: float, width: float = 1.0) -> Growth:
    """Makes sizes beyond `at` slower by the factor, reached over that ratio of sizes."""

    def slower(size: float) -> float:
        share = float(size > at) if width <= 1 else math.log(size / at) / math.log(width)
        return growth(size) * math.pow(factor, min(1.0, max(0.0, share)))

    return slower


def _calls(truth: Truth, size: int, place: float, chance: random.Random) -> tuple[float, ...]:
    count = round(truth.calls + place * (truth.fewest - truth.calls))
    seconds = truth.growth(size) * (1 + truth.drift * place)
    return tuple(
        seconds
        * math.exp(chance.gauss(0.0, truth.noise))
        * (chance.uniform(1.3, 3.0) if chance.random() < truth.spikes else 1.0)
        for _ in range(count)
    )


LOOPS = power(2e-6, 4e-8, 3)
FILTER = power(3e-6, 1.5e-6, 2)
GEMM = power(12e-6, 2 / 10e12, 3)
DEVICE_FILTER = power(12e-6, 18 / 4e12, 2)

TELLABLE = (
    Truth(name="n^1", growth=power(1e-6, 5e-8, 1), exponent=1, sizes=DEVICE),
    Truth(name="n^2", growth=FILTER, exponent=2, sizes=IMAGES),
    Truth(name="n^3", growth=LOOPS, exponent=3, sizes=PYTHON),
    Truth(name="n^3, 2 %", growth=LOOPS, exponent=3, sizes=PYTHON, noise=0.02),
    Truth(
        name="n^3, 20 %", growth=LOOPS, exponent=3, sizes=PYTHON, noise=0.2, unknown_is_right=True
    ),
    Truth(
        name="n^2, 20 %", growth=FILTER, exponent=2, sizes=IMAGES, noise=0.2, unknown_is_right=True
    ),
    Truth(
        name="n^1, 20 %",
        growth=power(1e-6, 5e-8, 1),
        exponent=1,
        sizes=DEVICE,
        noise=0.2,
        unknown_is_right=True,
    ),
    Truth(name="n^3, drift 8 %", growth=LOOPS, exponent=3, sizes=PYTHON, drift=0.08),
    Truth(
        name="n^3, drift 8 %, 2 %", growth=LOOPS, exponent=3, sizes=PYTHON, drift=0.08, noise=0.02
    ),
    Truth(name="n^2, drift -8 %", growth=FILTER, exponent=2, sizes=IMAGES, drift=-0.08),
    Truth(
        name="n^3, 20 %, 7 to 2 calls", growth=LOOPS, exponent=3, sizes=PYTHON, noise=0.2, fewest=2
    ),
    Truth(
        name="n^3, 5 %, 7 to 1 calls",
        growth=LOOPS,
        exponent=3,
        sizes=PYTHON,
        fewest=1,
        unknown_is_right=True,  # a lone call is often a delayed one
    ),
    Truth(
        name="n^3, 5 sizes",
        growth=LOOPS,
        exponent=3,
        sizes=(32, 48, 72, 108, 162),
        unknown_is_right=True,
    ),
    Truth(
        name="n^3 + n^2",
        growth=lambda n: 2e-6 + 2e-7 * n + 3e-7 * n**2 + 4e-8 * n**3,
        exponent=3,
        sizes=PYTHON,
    ),
    Truth(
        name="n^2 log n",
        growth=lambda n: 1e-6 + 2e-8 * n**2 * math.log(n),
        exponent=2.2,
        sizes=IMAGES,
        unknown_is_right=True,
    ),
    Truth(name="GPU n^3", growth=GEMM, exponent=3, sizes=DEVICE),
    Truth(name="GPU n^2", growth=DEVICE_FILTER, exponent=2, sizes=DEVICE),
    Truth(
        name="GPU n^3, overlapped",
        growth=lambda n: max(12e-6, 2e-13 * n**3),
        exponent=3,
        sizes=DEVICE,
    ),
)
CLIFFS = tuple(
    Truth(
        name=f"n^{p}, cliff {factor}x at {at}{' over 2x' if width > 1 else ''}",
        growth=cliff(power(3e-6, 1e-9, p), at, factor, width),
        exponent=p,
        noise=noise,
        unknown_is_right=True,
    )
    for p, factor, at, width, noise in (
        (3, 3, 600, 1, 0.05),
        (3, 3, 600, 2, 0.05),
        (3, 3, 250, 1, 0.05),
        (3, 1.3, 400, 1, 0.02),
        (2, 2, 600, 1, 0.05),
        (3, 3, 1000, 1, 0.05),
        (3, 3, 600, 1, 0.2),
    )
)
# Too small to be seen in the noise and too large for the interval: what the fit cannot do.
SMALL_CLIFFS = tuple(
    Truth(
        name=f"n^3, cliff 1.5x at {at}, {round(100 * noise)} %",
        noise=noise,
        exponent=3,
        growth=cliff(power(3e-6, 1e-9, 3), at, 1.5, width),
        unknown_is_right=True,
    )
    for at, width, noise in ((400, 1, 0.05), (300, 2, 0.1))
)
# A cache that fills up slowly bends the curve; half of the way of one is as straight as any power,
# and for whole powers only what the work is tells.
CACHES = tuple(
    Truth(
        name=f"n^{p}, {factor}x slower from {at} to {round(at * width)}",
        growth=cliff(power(1e-5, factor_of, p), at, factor, width),
        exponent=p,
        only=p,
        noise=0.02,
        unknown_is_right=True,
    )
    for p, factor_of in ((2, 2e-8), (3, 1e-10))
    for factor in (2, 3, 5)
    for at, width in ((150, 2), (300, 2), (300, 4))
)
UNTELLABLE = (
    Truth(name="flat, not waited for", growth=power(12e-6, 0, 1), exponent=None, sizes=DEVICE),
    Truth(name="flat, 20 %", growth=power(12e-6, 0, 1), exponent=None, sizes=DEVICE, noise=0.2),
    Truth(
        name="GPU n^3, mostly overhead",
        growth=GEMM,
        exponent=None,
        sizes=(64, 96, 128, 192, 256, 384, 512),
    ),
    Truth(name="four sizes", growth=LOOPS, exponent=None, sizes=(16, 32, 64, 128)),
)


def holds(truth: Truth, found: Fit) -> bool:
    """Says whether an answer is right: the exponent lies in the interval, or cannot be told."""
    if truth.exponent is None:
        return not found.known
    if not found.known:
        return truth.unknown_is_right
    return found.low <= truth.exponent <= found.high
