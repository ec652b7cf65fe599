"""A program's own measurements, beside ours. They are as trustworthy as the student's word."""

import math
from statistics import median_high

from msgspec.structs import replace

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.program import Series
from grader.model.times import Times, by_size, seconds_at
from grader.model.timing import Curve, Fit

MOST = 64  # sizes of one series that pages and sheets include
MOST_SERIES = 4
MIN_SIZES = 3
MAX_EXPONENT = 20.0  # no program's time grows like this


def shown_by(series: Series) -> Times:
    """Return a program's measurements; of very many sizes, an even selection."""
    times = by_size(zip(series.sizes, series.seconds, strict=False))
    step = max(1, (len(times) - 1) / (MOST - 1))
    return [times[round(place * step)] for place in range(min(MOST, len(times)))]


def usable(series: Series) -> Series:
    """Keep only the points of a series that `shown_by` returns."""
    times = shown_by(series)
    sizes, seconds = tuple(size for size, _ in times), tuple(second for _, second in times)
    return replace(series, sizes=sizes, seconds=seconds)


def series_about(evidence: Evidence, exercise: str, assignment: Assignment) -> list[Series]:
    """Return the student's own measurements of this exercise."""
    if evidence.program is None:
        return []
    alone = len(assignment.exercises) == 1
    named = {exercise, ""} if alone else {exercise}
    matching = [
        series
        for series in evidence.program.series
        if series.exercise in named and shown_by(series)
    ]
    return matching[:MOST_SERIES]


def reported_fit(series: Series) -> Fit:
    """Fit a straight line to log seconds over log size, through the upper half of the sizes.

    Least squares through at least three sizes. A single noisy measurement allows no interval, so
    `low` and `high` equal the exponent. `first` is the smallest size in the upper half.
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

    Ours are the shortest times, interpolated linearly in log-log and never extrapolated. Returns
    None if no size lies within our range.
    """
    ours = [(point.size, point.best) for point in curve.points if point.seconds and point.best > 0]
    ratios = [
        seconds / expected
        for size, seconds in zip(series.sizes, series.seconds, strict=True)
        if (expected := seconds_at(ours, size)) is not None
    ]
    return median_high(ratios) if ratios else None
