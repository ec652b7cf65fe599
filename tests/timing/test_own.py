"""What is said of a student's own measurement: its exponent, its level, and never an error."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.program import Plot, Series, Source
from grader.model.timing import Curve, Point
from grader.timing.own import MOST_SERIES, level, own_fit, own_series
from tests.timing.test_own_prints import exercises


def series(seconds: dict[int, float]) -> Series:
    """Makes a series by size."""
    return Series(
        source=Source.PRINT, name="", sizes=tuple(seconds), seconds=tuple(seconds.values())
    )


def curve(seconds: dict[int, float]) -> Curve:
    """Makes our curve, with a slower second call at each size."""
    return Curve(points=tuple(Point(size=n, seconds=(2 * t, t)) for n, t in seconds.items()))


@pytest.mark.parametrize("exponent", [1.0, 2.0, 3.0])
def test_the_exponent_is_that_of_the_larger_sizes(exponent: float) -> None:
    """What an empty call takes does not count; the interval says nothing."""
    fit = own_fit(series({n: 1e-7 + 1e-8 * n**exponent for n in (8, 16, 512, 1024, 2048)}))
    assert fit.known
    assert fit.exponent == pytest.approx(exponent, abs=0.4)
    assert fit.low == fit.high == fit.exponent
    exact = own_fit(series({n: 3e-8 * n**exponent for n in (16, 32, 64)}))
    assert (exact.exponent, exact.factor) == pytest.approx((exponent, 3e-8))


def test_two_sizes_tell_no_exponent() -> None:
    """A line through two points always fits."""
    assert own_fit(series({64: 0.1, 128: 0.8})).unknown == "few-sizes"


def test_a_jump_is_no_exponent() -> None:
    """Times that no program takes tell none, and raise nothing."""
    sizes = (10**9 - 2, 10**9 - 1, 10**9)
    falling = dict(zip(sizes, (1e6, 1.0, 1e-300), strict=True))
    assert own_fit(series(falling)).unknown == "contradictory"


def test_the_level_is_a_median_of_ratios() -> None:
    """Ours is read between two sizes, and not beyond them."""
    ours = curve({10: 1e-3, 100: 1.0})
    assert level(series({10: 2e-3, 100: 2.0, 1000: 1e9}), ours) == pytest.approx(2)
    assert level(series({50: 3 * 1e-6 * 50**3, 5: 7.0}), ours) == pytest.approx(3)
    assert level(series({10: 2e-3, 20: 8e-3 * 9, 100: 1.0}), ours) == pytest.approx(2)


@pytest.mark.parametrize("ours", [{}, {200: 1.0}, {2: 0.1, 4: 0.2}])
def test_no_level_without_a_common_size(ours: dict[int, float]) -> None:
    """Nothing is extrapolated."""
    assert level(series({10: 1.0, 100: 2.0}), curve(ours)) is None


def test_a_point_without_calls_is_no_point() -> None:
    """A size that was not measured, or took no time that a clock sees, is left out."""
    points = (Point(size=10, seconds=()), Point(size=10, seconds=(0.0,)))
    assert level(series({10: 1.0, 100: 2.0}), Curve(points=points)) is None


def test_the_same_measurement_is_told_once() -> None:
    """What is plotted and printed alike is one series, the plotted one."""
    plot = Plot(kind="plot", x=(64, 128), y=(0.1, 0.8), label="matmul")
    found = own_series((plot,), "n=64 0.1s\nn=128 0.8s", exercises("kadai1"))
    assert [one.source for one in found] == [Source.PLOT]


def test_only_so_many_series_are_kept() -> None:
    """Programs that plot and print without end are read to an end."""
    plots = [Plot(kind="plot", x=(64, 128), y=(0.1, 0.2 + k)) for k in range(100)]
    assert len(own_series(plots, "", ())) == MOST_SERIES
    lines = [
        f"m{chr(97 + k % 26)}{chr(97 + k // 26)} n={n} {n}ms" for k in range(99) for n in (8, 9)
    ]
    assert len(own_series((), "\n".join(lines), ())) <= MOST_SERIES


LONG = [
    "1" * 300_000,
    "[" * 300_000,
    "{" * 300_000,
    "[1, " * 80_000,
    "n=64 0.5\n" * 40_000,
    " ".join(map(str, range(60_000))),
    "\n".join(map(str, range(60_000))),
    "a" * 300_000,
    "n=" * 150_000,
    "1,111" * 60_000,
    "(1, 0.5)" * 40_000,
    "1: 2, " * 50_000,
    "ﷺ" * 200_000,
    "|" * 300_000,
    "| 1 | 2 |\n" * 30_000,
    "\n" * 300_000,
    "1x" * 150_000,
    "2**" * 100_000,
    "[1.5\n" * 60_000,
    ("x" * 290 + " 1 2.5\n") * 700,
]


@pytest.mark.parametrize("output", LONG, ids=lambda one: repr(one[:8]))
def test_long_output_ends(output: str) -> None:
    """Whatever is printed again and again is read without trouble."""
    own_series((), output, exercises("kadai2"))


SPOKEN = """n =64 time 0.5 サイズ １２８ 秒 | , : [ ] { } ( ) 1e999 nan inf -1 0 1_000 ms 倍 256 0.1
0.8 numpy matmul_torch np.float64(0.5) 1e-400 loss size --- 64x64 2^6 0:00:01.5 ± \x00 \ud800 ² ٣"""
PIECES = st.sampled_from([*SPOKEN.split(), "9" * 400, "\n", "\t", " "])


@settings(max_examples=300, deadline=None)
@given(pieces=st.lists(PIECES, max_size=60), text=st.text(max_size=200))
def test_any_output_is_read(pieces: list[str], text: str) -> None:
    """No output raises, and what is read is sizes that grow and positive times."""
    for output in ("".join(pieces), " ".join(pieces), text):
        for one in own_series((), output, exercises("kadai2")):
            _assert_sound(one)


NUMBERS = st.one_of(
    st.floats(), st.integers(), st.sampled_from([10**400, -(10**400), 0, 64, 128, 0.5, math.nan])
)
WORDS = st.sampled_from(["", "time", "n", "サイズ", "秒", "log", "loss", "numpy", "_x", "\ud800"])


@settings(max_examples=300, deadline=None)
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
    for one in own_series((plot, plot), "", exercises("kadai1")):
        _assert_sound(one)


def _assert_sound(one: Series) -> None:
    assert len(one.sizes) == len(one.seconds) >= 2
    assert list(one.sizes) == sorted(set(one.sizes))
    assert one.sizes[0] >= 1
    assert all(seconds > 0 and math.isfinite(seconds) for seconds in one.seconds)
    fit = own_fit(one)
    assert math.isfinite(fit.exponent)
