"""Numbers without the noise of floats, rounded only where the course says so."""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from grader.model.grading import Rounding, RoundingWay
from grader.model.standing import Range

_FINEST = 1_000_000  # a float stands for the fraction with at most this denominator: 8/3, 0.1

NOTHING = Range(lowest=Fraction(0), highest=Fraction(0))


@lru_cache(maxsize=4096)
def exact(value: float) -> Fraction:
    """Reads a float as the number it stands for: 0.1 is 1/10, 2.6666666666666665 is 8/3."""
    return Fraction(value).limit_denominator(_FINEST)


def rounded(value: Fraction, rounding: Rounding) -> Fraction:
    """Rounds a number that is not below 0; exactly a half goes up: 59.5 is 60, 60.5 is 61."""
    scale = 10**rounding.digits
    if rounding.way is RoundingWay.NONE:
        return value
    half = Fraction(1, 2) if rounding.way is RoundingWay.HALF_UP else Fraction(0)
    return Fraction(math.floor(value * scale + half), scale)


def each_rounded(points: Range, rounding: Rounding) -> Range:
    """Rounds both ends."""
    return Range(lowest=rounded(points.lowest, rounding), highest=rounded(points.highest, rounding))


def added(ranges: Iterable[Range]) -> Range:
    """Adds ranges up."""
    lowest, highest = Fraction(0), Fraction(0)
    for points in ranges:
        lowest, highest = lowest + points.lowest, highest + points.highest
    return Range(lowest=lowest, highest=highest)


def scaled(points: Range, factor: Fraction) -> Range:
    """Multiplies a range with a factor that is not below 0."""
    return Range(lowest=points.lowest * factor, highest=points.highest * factor)


def capped(points: Range, most: Fraction) -> Range:
    """Cuts off what is over the most."""
    return Range(lowest=min(points.lowest, most), highest=min(points.highest, most))
