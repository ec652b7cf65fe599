"""A student's own measurement: the series that the program plots, beside what we measured.

All of it is the student's word: shown and compared, never believed.
"""

from collections.abc import Sequence
from itertools import islice

from grader.exercises.scripts.plots import plotted
from grader.model.course import Exercise
from grader.model.program import Plot, Series

MAX_SERIES = 64


def reported_series(plots: Sequence[Plot], exercises: Sequence[Exercise]) -> tuple[Series, ...]:
    """Return sizes and seconds of a program's graphs, each series once and 64 at most.

    `exercise` of a series is the id of the one that its words are about, "" where nobody can tell.
    """
    unique: dict[tuple[object, ...], Series] = {}
    for series in plotted(plots, exercises):
        unique.setdefault((series.sizes, series.seconds, series.exercise), series)
    return tuple(islice(unique.values(), MAX_SERIES))
