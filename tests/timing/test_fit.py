"""The fit finds exponents that are known, with an interval that holds them, or says it cannot."""

import math
from functools import cache

import pytest

from grader.model.timing import Fit, Point
from grader.timing.fit import fit, powers
from tests.timing.truths import CACHES, CLIFFS, TELLABLE, UNTELLABLE, Truth, holds, sweep

FEW, MANY = 12, 40
RUNS = pytest.mark.parametrize(
    "runs", [FEW, pytest.param(MANY, marks=pytest.mark.repetition("12 sweeps of every kind"))]
)


@cache
def fits(truth: Truth, runs: int) -> list[Fit]:
    """What is found of so many sweeps."""
    return [fit(sweep(truth, seed), truth.only) for seed in range(runs)]


def exact(*pairs: tuple[int, float]) -> tuple[Point, ...]:
    """Points without noise."""
    return tuple(Point(size=size, seconds=(seconds,) * 3) for size, seconds in pairs)


@pytest.mark.parametrize(
    "truth", [*TELLABLE, *CLIFFS, *CACHES, *UNTELLABLE], ids=lambda one: one.name
)
@RUNS
def test_interval_holds_the_truth(truth: Truth, runs: int) -> None:
    """Nine answers of ten hold, whatever the clock did."""
    assert sum(holds(truth, one) for one in fits(truth, runs)) >= 0.9 * runs


@pytest.mark.parametrize("truth", UNTELLABLE, ids=lambda one: one.name)
@RUNS
def test_nothing_is_claimed_without_ground(truth: Truth, runs: int) -> None:
    """Where the exponent cannot be told, none is told."""
    assert not any(one.known for one in fits(truth, runs))


def test_plain_loops_stay_known() -> None:
    """Times of three nested loops as they were measured, whose slope drifts a little upwards."""
    seconds = (5.2e-5, 1.5e-4, 4.32e-4, 1.32e-3, 3.97e-3, 1.32e-2, 4.3e-2, 0.142)
    loops = fit(exact(*zip((8, 12, 18, 27, 40, 61, 91, 137), seconds, strict=True)))
    assert loops.known
    assert loops.low < 3 < loops.high


def test_a_curve_bent_by_a_cache_gets_no_exponent() -> None:
    """A convolution of NumPy, n^2 at first and steeper for the larger sizes."""
    slopes = (1.85, 1.9, 2.0, 2.2, 3.2, 3.1, 3.2)
    sizes = (64, 96, 144, 216, 324, 486, 729, 1093)
    seconds = [7e-5]
    for slope, small, large in zip(slopes, sizes, sizes[1:], strict=False):
        seconds.append(seconds[-1] * (large / small) ** slope)
    assert fit(exact(*zip(sizes, seconds, strict=True))).unknown in {"knee", "wide"}


def test_gives_back_a_law_without_noise() -> None:
    """Overhead, factor and exponent are those of the law."""
    found = fit(exact(*((n, 1e-4 + 2e-8 * n**3) for n in (16, 32, 64, 128, 256))))
    assert found.exponent == pytest.approx(3, abs=0.01)
    assert found.overhead == pytest.approx(1e-4, rel=0.02)
    assert found.factor == pytest.approx(2e-8, rel=0.05)
    assert powers(found) == (3.0,)


def test_says_from_which_size_the_exponent_holds() -> None:
    """Where the smallest sizes cost something else; 0 where it holds for all."""
    sizes = (16, 32, 64, 128, 256, 512, 1024)
    changed = fit(exact(*((n, max(2e-4, 1e-9 * n**3)) for n in sizes)))
    assert changed.exponent == pytest.approx(3, abs=0.01)
    assert changed.first == 64
    assert fit(exact(*((n, 1e-9 * n**3) for n in sizes))).first == 0


@pytest.mark.parametrize(("beyond", "faster"), [(3.2, True), (1.2, False)])
def test_says_up_to_which_size_it_is_a_power(beyond: float, *, faster: bool) -> None:
    """n^2 as long as the data fit into a cache, and faster from there on; or slower."""
    sizes = (64, 96, 144, 216, 324, 486)
    bent = fit(exact(*((n, n**2.05 * max(1, n / 216) ** (beyond - 2)) for n in sizes)))
    assert (bent.unknown, bent.exponent, bent.until, bent.faster) == ("knee", 2.0, 216, faster)


def test_between_two_orders_is_no_exponent() -> None:
    """However straight it is: n^2.55 is what no program's work is."""
    points = exact(*((n, 1e-8 * n**2.55) for n in (64, 96, 144, 216, 324, 486)))
    assert fit(points).unknown == "between"


def test_of_arrays_only_the_power_of_the_work_is_believed() -> None:
    """A convolution of NumPy that outgrows its caches over all sizes grows like n^3."""
    points = exact(*((n, 1e-8 * n**3.05) for n in (324, 486, 729, 1093, 1640, 2460)))
    assert fit(points).known
    assert fit(points, only=2.0).unknown == "between"
    assert fit(points, only=3.0).known


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ((), "few-sizes"),
        (exact((8, 1.0), (16, 8.0), (32, 64.0), (64, 512.0)), "few-sizes"),
        (exact(*((n, 1.0) for n in (8, 16, 32, 64, 128))), "flat"),
        (exact(*((n, float(n)) for n in (8, 10, 12, 14, 16, 20))), "narrow"),
        (exact(*((n, 1.0 + n**3 / 128**3) for n in (8, 16, 32, 64, 128, 140))), "overhead"),
        (exact((8, 1.0), (16, 8.0), (32, 64.0), (64, 9.0), (128, 512.0)), "contradictory"),
        (
            exact(*((n, n**3 * (3.0 if n > 90 else 1.0)) for n in (16, 24, 36, 54, 81, 122, 183))),
            "knee",
        ),
    ],
)
def test_says_why_it_cannot_be_told(points: tuple[Point, ...], why: str) -> None:
    """Every reason has its own word."""
    assert fit(points).unknown == why


def test_order_of_points_does_not_matter() -> None:
    """A sweep may come in the order it was measured."""
    points = sweep(TELLABLE[2], 1)
    assert fit(points[::-1]) == fit(points)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(2.9, 3.1, (3.0,)), (1.9, 3.1, (2.0, 3.0)), (2.1, 2.4, ())],
)
def test_names_the_powers_it_agrees_with(
    low: float, high: float, expected: tuple[float, ...]
) -> None:
    """Whole ones: no program of this kind grows like n^2.5."""
    assert powers(Fit(exponent=(low + high) / 2, low=low, high=high)) == expected


def test_unknown_agrees_with_no_power() -> None:
    """What cannot be told is not consistent with anything."""
    assert powers(Fit(unknown="knee")) == ()


SIZES_OF_STEPS = [
    (8, 12, 20, 31, 48, 75),
    (10, 16, 24, 38, 60, 93),
    (12, 24, 38, 75, 146, 256),
    (20, 38, 75, 116, 146, 227),
    (31, 38, 60, 75, 116, 146),
    (64, 96, 144, 216, 324, 486, 729, 1093),
]


def padded(size: float) -> float:
    """Strassen's seven products for each halving, of matrices padded to a power of two."""
    halvings = (int(size) - 1).bit_length()
    return 2e-6 * math.pow(7, halvings) + 3e-7 * math.pow(4, halvings)


@pytest.mark.parametrize("sizes", SIZES_OF_STEPS, ids=str)
def test_a_staircase_is_called_one(sizes: tuple[int, ...]) -> None:
    """It is flat between powers of two: neither a cache nor another process does that."""
    steps = Truth(name="padded", growth=padded, exponent=None, sizes=sizes, noise=0.03)
    assert {found.unknown for found in fits(steps, FEW)} == {"steps"}


@pytest.mark.parametrize(
    "truth", [*TELLABLE, *CLIFFS, *CACHES, *UNTELLABLE], ids=lambda one: one.name
)
def test_what_bends_is_no_staircase(truth: Truth) -> None:
    """Caches, cliffs, noise and drift bend a line, but not into steps at powers of two."""
    assert not any(found.unknown == "steps" for found in fits(truth, FEW))
