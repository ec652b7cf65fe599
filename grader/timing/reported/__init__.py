"""A student's own measurement: what the program plotted and printed, beside what we measured.

All of it is the student's word: shown and compared, never believed.
"""

import math
from collections.abc import Sequence
from itertools import islice

from grader.model.course import Exercise
from grader.model.run import Plot, Series
from grader.model.timing import Curve, Fit
from grader.timing.reading import seconds_at
from grader.timing.reported.pairs import median
from grader.timing.reported.plots import plotted
from grader.timing.reported.prints import printed

MOST_SERIES = 64
FEWEST_SIZES = 3
STEEPEST = 20.0  # no program's time grows like this


def reported_series(
    plots: Sequence[Plot], output: str, exercises: Sequence[Exercise]
) -> tuple[Series, ...]:
    """Reads sizes and seconds from a program's graphs, then from what it printed.

    `exercise` of a series is the id of the one that its words are about, "" where nobody can tell.
    Of the output 200,000 characters and 10,000 lines are read, half of them at each end; 64 series
    at most are kept.
    """
    unique: dict[tuple[object, ...], Series] = {}
    for series in plotted(plots, exercises):
        unique.setdefault((series.sizes, series.seconds, series.exercise), series)
    for series in islice(printed(output, exercises), MOST_SERIES):
        unique.setdefault((series.sizes, series.seconds, series.exercise), series)
    return tuple(islice(unique.values(), MOST_SERIES))


def reported_fit(series: Series) -> Fit:
    """Fits a straight line to log seconds over log size, through the upper half of the sizes.

    Least squares, through three sizes at least. One noisy measurement allows no interval: `low` and
    `high` are the exponent. `first` is the smallest of the upper half.
    """
    pairs = list(zip(series.sizes, series.seconds, strict=True))
    if len(pairs) < FEWEST_SIZES:
        return Fit(unknown="few-sizes")
    upper = pairs[-max(FEWEST_SIZES, (len(pairs) + 1) // 2) :]
    logs = [(math.log(size), math.log(seconds)) for size, seconds in upper]
    x, y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    slope = sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)
    if abs(slope) > STEEPEST:
        return Fit(unknown="contradictory")
    factor = math.exp(y - slope * x)
    return Fit(exponent=slope, low=slope, high=slope, factor=factor, first=upper[0][0])


def median_ratio(series: Series, curve: Curve) -> float | None:
    """Gives the median ratio of the student's times to ours, at the sizes within our range.

    Ours are shortest times, between two sizes on the straight line in log-log; beyond them nothing
    is guessed. None when no size lies within.
    """
    ours = [(point.size, point.best) for point in curve.points if point.seconds and point.best > 0]
    ratios = [
        seconds / expected
        for size, seconds in zip(series.sizes, series.seconds, strict=True)
        if (expected := seconds_at(ours, size)) is not None
    ]
    return median(ratios) if ratios else None
