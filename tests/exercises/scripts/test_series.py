"""What students plotted of their own times."""

import math
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import load_assignment, load_course
from grader.exercises.scripts.series import MAX_SERIES, reported_series
from grader.model.course import Exercise
from grader.model.program import Plot, Series
from tests import corpora
from tests.corpora import Row
from tests.tree import ROOT


@cache
def exercises(assignment: str) -> tuple[Exercise, ...]:
    """The real exercises of an assignment."""
    return load_assignment(load_course(ROOT), assignment).exercises


def test_only_so_many_series_are_kept() -> None:
    """Programs that plot without end are read to an end."""
    plots = [Plot(kind="plot", x=(64, 128), y=(0.1, 0.2 + k)) for k in range(100)]
    assert len(reported_series(plots, ())) == MAX_SERIES


NUMBERS = st.one_of(
    st.floats(), st.integers(), st.sampled_from([10**400, -(10**400), 0, 64, 128, 0.5, math.nan])
)
WORDS = st.sampled_from(["", "time", "n", "サイズ", "秒", "log", "loss", "numpy", "_x", "\ud800"])


@settings(max_examples=300)
@given(
    x=st.lists(NUMBERS, max_size=6),
    y=st.lists(NUMBERS, max_size=6),
    words=st.tuples(WORDS, WORDS, WORDS, WORDS),
)
def test_any_graph_is_read(x: list[Any], y: list[Any], words: tuple[str, str, str, str]) -> None:
    """No graph raises either."""
    label, title, xlabel, ylabel = words
    plot = Plot(
        kind="plot", x=tuple(x), y=tuple(y), label=label, title=title, xlabel=xlabel, ylabel=ylabel
    )
    for one in reported_series((plot, plot), exercises("kadai1")):
        _assert_sound(one)


def _assert_sound(one: Series) -> None:
    assert len(one.sizes) == len(one.seconds) >= 2
    assert list(one.sizes) == sorted(set(one.sizes))
    assert one.sizes[0] >= 1
    assert all(seconds > 0 and math.isfinite(seconds) for seconds in one.seconds)


X = (64.0, 128.0, 256.0)
Y = (0.0123, 0.1, 0.85)


def plot(x: Any = X, y: Any = Y, kind: str = "plot", **words: Any) -> Plot:
    """What one call of a program drew; unless told else, times over sizes."""
    return Plot(kind=kind, x=tuple(x), y=tuple(y), **words)


def answered(row: Row) -> str:
    """Whose times are read off what a program drew; wrong ones are said."""
    asked = exercises(row.given.get("assignment", "kadai1"))
    found = reported_series([plot(**each) for each in row.given["plots"]], asked)
    whose = [
        (one.exercise or "somebody's")
        + " at other times" * ((*one.sizes, *one.seconds) != pytest.approx((*X, *Y)))
        for one in found
    ]
    return ", ".join(whose) or "none"


def test_graphs_of_times() -> None:
    """Sizes and seconds are found in whatever unit and direction; other graphs are not read."""
    corpora.hold("plotted", answered)


def test_a_series_has_a_name() -> None:
    """The label names it as it is written, else the title."""
    found = reported_series(
        (plot(label="NumPy\x00\ud800 版"), plot(y=(0.02, 0.2, 1.7), title="結果")), ()
    )
    assert [one.name for one in found] == ["NumPy 版", "結果"]
