"""Times over sizes: which of them can be drawn, how they are written, how two series compare."""

from collections.abc import Iterable

from msgspec.structs import replace

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.run import Series
from grader.model.times import Times, seconds_at
from grader.model.timing import Point

"""Sizes and seconds, by size, each size once."""

SIZES = (1, 10**9)
SECONDS = (1e-9, 1e7)  # what is beyond is no measurement, and would leave no room for the others
MOST = 64  # of one series that a page and a sheet take up
MOST_SERIES = 4
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def shortest(points: Iterable[Point]) -> Times:
    """Takes the shortest time of each size."""
    return _by_size((point.size, second) for point in points for second in point.seconds)


def shown_by(series: Series) -> Times:
    """Takes what a program showed; of very many sizes, some from all over."""
    times = _by_size(zip(series.sizes, series.seconds, strict=False))
    step = max(1, (len(times) - 1) / (MOST - 1))
    return [times[round(place * step)] for place in range(min(MOST, len(times)))]


def usable(series: Series) -> Series:
    """Leaves out of a series what `shown_by` does."""
    times = shown_by(series)
    sizes, seconds = tuple(size for size, _ in times), tuple(second for _, second in times)
    return replace(series, sizes=sizes, seconds=seconds)


def series_about(evidence: Evidence, exercise: str, assignment: Assignment) -> list[Series]:
    """Finds what the student's program measured itself of this exercise."""
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


def is_time(seconds: float) -> bool:
    """Says whether this can be how long something took."""
    return SECONDS[0] <= seconds <= SECONDS[1]


def ratios(mine: Times, others: Times) -> Times:
    """Divides times by others at all sizes that both cover, going straight between these.

    Both are read between their own sizes in log-log, and never beyond them.
    """
    if not mine or not others:
        return []
    low, high = max(mine[0][0], others[0][0]), min(mine[-1][0], others[-1][0])
    sizes = sorted({size for size, _ in (*mine, *others) if low <= size <= high})
    read = ((size, seconds_at(mine, size), seconds_at(others, size)) for size in sizes)
    return [
        (size, seconds / other) for size, seconds, other in read if seconds is not None and other
    ]


def time_text(seconds: float, digits: int = 3) -> str:
    """Writes a time with its unit, such as `12 ms`."""
    rounded = float(f"{seconds:.{digits - 1}e}")
    unit, name = next((row for row in UNITS if rounded >= row[0]), UNITS[-1])
    return f"{float(f'{rounded / unit:.{digits - 1}e}'):.10g} {name}"


def times_text(ratio: float) -> str:
    """Writes how many times as much something is, to two digits."""
    return f"{float(f'{ratio:.1e}'):.10g}"


def _by_size(pairs: Iterable[tuple[int, float]]) -> Times:
    best: dict[int, float] = {}
    for size, seconds in pairs:
        if SIZES[0] <= size <= SIZES[1] and is_time(seconds):
            best[size] = min(seconds, best.get(size, seconds))
    return sorted(best.items())
