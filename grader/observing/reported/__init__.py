"""A student's own measurement: the series that the program plots, beside what we measured.

All of it is the student's word: shown and compared, never believed.
"""

import math
from collections.abc import Sequence
from itertools import islice
from statistics import median_high

from grader.model.course import Exercise
from grader.model.run import Plot, Series
from grader.model.times import seconds_at
from grader.model.timing import Curve, Fit
from grader.observing.reported.plots import plotted

MAX_SERIES = 64
MIN_SIZES = 3
MAX_EXPONENT = 20.0  # no program's time grows like this


def reported_series(plots: Sequence[Plot], exercises: Sequence[Exercise]) -> tuple[Series, ...]:
    """Return sizes and seconds of a program's graphs, each series once and 64 at most.

    `exercise` of a series is the id of the one that its words are about, "" where nobody can tell.
    """
    unique: dict[tuple[object, ...], Series] = {}
    for series in plotted(plots, exercises):
        unique.setdefault((series.sizes, series.seconds, series.exercise), series)
    return tuple(islice(unique.values(), MAX_SERIES))


def reported_fit(series: Series) -> Fit:
    """Fit a straight line to log seconds over log size, through the upper half of the sizes.

    Least squares, through three sizes at least. One noisy measurement allows no interval: `low` and
    `high` are the exponent. `first` is the smallest of the upper half.
    """
    pairs = list(zip(series.sizes, series.seconds, strict=True))
    if len(pairs) < MIN_SIZES:
        return Fit(unknown="few-sizes")
    upper = pairs[-max(MIN_SIZES, (len(pairs) + 1) // 2) :]
    logs = [(math.log(size), math.log(seconds)) for size, seconds in upper]
    x, y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    slope = sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)
    if abs(slope) > MAX_EXPONENT:
        return Fit(unknown="contradictory")
    factor = math.exp(y - slope * x)
    return Fit(exponent=slope, low=slope, high=slope, factor=factor, first=upper[0][0])


def median_ratio(series: Series, curve: Curve) -> float | None:
    """Return the median ratio of the student's times to ours, at the sizes within our range.

    Ours are shortest times, between two sizes on the straight line in log-log; beyond them nothing
    is guessed. None when no size lies within.
    """
    ours = [(point.size, point.best) for point in curve.points if point.seconds and point.best > 0]
    ratios = [
        seconds / expected
        for size, seconds in zip(series.sizes, series.seconds, strict=True)
        if (expected := seconds_at(ours, size)) is not None
    ]
    return median_high(ratios) if ratios else None
