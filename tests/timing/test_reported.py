"""What students plotted of their own times."""

import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import load_assignment, load_course
from grader.model.course import Exercise
from grader.model.run import Plot, Series
from grader.model.timing import Curve, Point
from grader.timing.reported import MAX_SERIES, median_ratio, reported_fit, reported_series

ROOT = Path(__file__).parents[2]
Told = tuple[str, dict[int, float]]  # exercise, seconds by size


@cache
def exercises(assignment: str) -> tuple[Exercise, ...]:
    """The real exercises of an assignment."""
    return load_assignment(load_course(ROOT), assignment).exercises


def told(series: tuple[Series, ...]) -> list[Told]:
    """Puts series down in short."""
    return [(one.exercise, dict(zip(one.sizes, one.seconds, strict=True))) for one in series]


def same(found: list[Told], expected: list[Told]) -> bool:
    """Compares, but for rounding."""
    return len(found) == len(expected) and all(
        one[0] == other[0]
        and one[1].keys() == other[1].keys()
        and one[1] == pytest.approx(other[1])
        for one, other in zip(found, expected, strict=True)
    )


def series(seconds: dict[int, float]) -> Series:
    """Makes a series by size."""
    return Series(name="", sizes=tuple(seconds), seconds=tuple(seconds.values()))


def curve(seconds: dict[int, float]) -> Curve:
    """Makes our curve, with a slower second call at each size."""
    return Curve(points=tuple(Point(size=n, seconds=(2 * t, t)) for n, t in seconds.items()))


@pytest.mark.parametrize("exponent", [1.0, 2.0, 3.0])
def test_the_exponent_is_that_of_the_larger_sizes(exponent: float) -> None:
    """What an empty call takes does not count; the interval says nothing."""
    fit = reported_fit(series({n: 1e-7 + 1e-8 * n**exponent for n in (8, 16, 512, 1024, 2048)}))
    assert fit.known
    assert fit.exponent == pytest.approx(exponent, abs=0.4)
    assert fit.low == fit.high == fit.exponent
    exact = reported_fit(series({n: 3e-8 * n**exponent for n in (16, 32, 64)}))
    assert (exact.exponent, exact.factor) == pytest.approx((exponent, 3e-8))


def test_two_sizes_tell_no_exponent() -> None:
    """A line through two points always fits."""
    assert reported_fit(series({64: 0.1, 128: 0.8})).unknown == "few-sizes"


def test_a_jump_is_no_exponent() -> None:
    """Times that no program takes tell none, and raise nothing."""
    sizes = (10**9 - 2, 10**9 - 1, 10**9)
    falling = dict(zip(sizes, (1e6, 1.0, 1e-300), strict=True))
    assert reported_fit(series(falling)).unknown == "contradictory"


def test_the_level_is_a_median_of_ratios() -> None:
    """Ours is read between two sizes, and not beyond them."""
    ours = curve({10: 1e-3, 100: 1.0})
    assert median_ratio(series({10: 2e-3, 100: 2.0, 1000: 1e9}), ours) == pytest.approx(2)
    assert median_ratio(series({50: 3 * 1e-6 * 50**3, 5: 7.0}), ours) == pytest.approx(3)
    assert median_ratio(series({10: 2e-3, 20: 8e-3 * 9, 100: 1.0}), ours) == pytest.approx(2)


@pytest.mark.parametrize("ours", [{}, {200: 1.0}, {2: 0.1, 4: 0.2}])
def test_no_level_without_a_common_size(ours: dict[int, float]) -> None:
    """Nothing is extrapolated."""
    assert median_ratio(series({10: 1.0, 100: 2.0}), curve(ours)) is None


def test_a_point_without_calls_is_no_point() -> None:
    """A size that was not measured, or took no time that a clock sees, is left out."""
    points = (Point(size=10, seconds=()), Point(size=10, seconds=(0.0,)))
    assert median_ratio(series({10: 1.0, 100: 2.0}), Curve(points=points)) is None


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
    fit = reported_fit(one)
    assert math.isfinite(fit.exponent)


X = (64.0, 128.0, 256.0)
Y = (0.0123, 0.1, 0.85)
THREE = dict(zip((64, 128, 256), Y, strict=True))
ONE: list[Told] = [("matmul", THREE)]


def plot(x: Any = X, y: Any = Y, kind: str = "plot", **words: Any) -> Plot:
    """Makes what one call of the program drew."""
    return Plot(kind=kind, x=tuple(x), y=tuple(y), **words)


def times(factor: float) -> tuple[float, ...]:
    """Gives the times in another unit."""
    return tuple(y * factor for y in Y)


READ: dict[str, tuple[Plot, ...]] = {
    "no words": (plot(),),
    "words": (plot(xlabel="size", ylabel="time [s]", title="matmul"),),
    "Japanese": (plot(xlabel="行列のサイズ n", ylabel="実行時間 [秒]", title="行列積の計算時間"),),
    "logarithmic": (plot(kind="loglog", xlabel="n (log scale)", ylabel="time (log scale)"),),
    "both logarithmic, in Japanese": (plot(title="実行時間（両対数グラフ）", xlabel="サイズ"),),
    "ms": (plot(y=times(1e3), ylabel="time (ms)"),),
    "ミリ秒": (plot(y=times(1e3), xlabel="サイズ", ylabel="実行時間（ミリ秒）"),),
    "msec": (plot(y=times(1e3), ylabel="Time [msec]"),),
    "µs": (plot(y=times(1e6), ylabel="time [µs]"),),
    "a unit in the label": (plot(y=times(1e3), label="matmul (ms)", xlabel="n"),),
    "a unit in the title": (plot(y=times(1e3), title="実行時間 (ms)", xlabel="n"),),
    "t/ms": (plot(y=times(1e3), xlabel="n", ylabel="t/ms"),),
    "時間 / ミリ秒": (plot(y=times(1e3), xlabel="n", ylabel="時間 / ミリ秒"),),
    "words of a lab": (plot(xlabel="行列の大きさ(n×n)", ylabel="処理時間[s]"),),
    "words of another": (plot(xlabel="Matrix size (n x n)", ylabel="Execution time (seconds)"),),
    "sec": (plot(ylabel="sec"),),
    "full width": (plot(y=times(1e3), ylabel="時間［ｍｓ］", xlabel="Ｎ"),),
    "turned, with words": (plot(x=Y, y=X, xlabel="時間", ylabel="サイズ"),),
    "turned, in ms": (plot(x=times(1e3), y=X, xlabel="time [ms]", ylabel="n"),),
    "turned, without words": (plot(x=Y, y=X),),
    "scatter": (plot(kind="scatter"),),
    "points one by one": tuple(plot(x=(x,), y=(y,), kind="scatter") for x, y in THREE.items()),
    "points one by one, with words": tuple(
        plot(x=(x,), y=(y,), label="matmul", ylabel="time") for x, y in THREE.items()
    ),
    "error bars": (plot(kind="errorbar", ylabel="time"),),
    "from 0": (plot(x=(0, *X), y=(1e-6, *Y)),),
    "a time of 0": (plot(x=(8, *X), y=(0.0, *Y), ylabel="time"),),
    "descending": (plot(x=X[::-1], y=Y[::-1]),),
    "twice each": (plot(x=X * 2, y=(*Y, *times(1.1)), xlabel="n", ylabel="time"),),
    "not measured everywhere": (plot(x=(*X, 512), y=(*Y, math.nan)),),
    "two graphs, one of them a line to compare with": (
        plot(label="measured", ylabel="time"),
        plot(y=times(1.1), label="$O(n^3)$", ylabel="time"),
    ),
    "a comparison in the title": (plot(title="行列サイズと実行時間の比較", xlabel="n"),),
    "double precision": (plot(title="倍精度の行列積", xlabel="n", ylabel="time [s]"),),
    "a label that matplotlib made": (plot(label="_child0", ylabel="time [s]"),),
    "the same graph twice": (plot(), plot()),
}

NOT_DRAWN: dict[str, tuple[Plot, ...]] = {
    "nothing": (),
    "no points": (plot(x=(), y=()),),
    "one point": (plot(x=(64,), y=(0.5,), ylabel="time"),),
    "losses": (plot(x=range(1, 11), y=[1 / k for k in range(1, 11)]),),
    "losses with words": (plot(xlabel="epoch", ylabel="loss"),),
    "a loss curve over steps": (plot(xlabel="step", ylabel="time"),),
    "accuracy": (plot(ylabel="accuracy", xlabel="n"),),
    "accuracy in the label": (plot(label="test accuracy", xlabel="n"),),
    "speed-up": (plot(ylabel="speedup", xlabel="n"),),
    "倍": (plot(ylabel="NumPy に対する倍率 [倍]", xlabel="サイズ"),),
    "比": (plot(ylabel="時間の比", xlabel="サイズ"),),
    "errors": (plot(ylabel="最大誤差", xlabel="サイズ"),),
    "error": (plot(ylabel="max error", xlabel="n"),),
    "memory": (plot(ylabel="メモリ使用量 [MB]", xlabel="n"),),
    "GFLOPS": (plot(ylabel="GFLOPS", xlabel="n"),),
    "FLOPS in the title": (plot(title="FLOPS", xlabel="n"),),
    "exponents": (plot(x=(6, 7, 8), xlabel="log2(n)", ylabel="time [s]"),),
    "exponents, 2^n": (plot(x=(6, 7, 8), xlabel="2^n", ylabel="time [s]"),),
    "exponents, 2のn乗": (plot(x=(6, 7, 8), xlabel="サイズ (2のn乗)", ylabel="時間"),),
    "logarithms": (plot(y=(-4.4, -2.3, -0.2), xlabel="n", ylabel="log(time)"),),
    "logarithms of larger times": (plot(y=(1, 2.5, 3), xlabel="n", ylabel="log10(time)"),),
    "logarithms in Japanese": (plot(y=(1, 2.5, 3), xlabel="サイズ", ylabel="実行時間の対数"),),
    "a logarithm of sizes": (plot(x=(4.16, 4.85, 5.55), xlabel="log(n)", ylabel="time"),),
    "indices": (plot(x=(0, 1, 2)),),
    "indices from 1": (plot(x=(1, 2, 3)),),
    "trials": (plot(x=(10, 20, 30), xlabel="試行回数", ylabel="時間"),),
    "threads": (plot(x=(2, 4, 8), xlabel="threads", ylabel="time [s]"),),
    "numbers of elements": (plot(x=(64**2, 128**2), y=(0.1, 0.5), xlabel="要素数", ylabel="s"),),
    "a sine": (plot(x=(0.0, 0.1, 0.2), y=(0.0, 0.0998, 0.1987)),),
    "squares": (plot(x=(2, 4, 6), y=(4, 16, 36)),),
    "falling": (plot(x=X, y=Y[::-1]),),
    "an axis of something": (plot(ylabel="y"),),
    "an axis of something across": (plot(xlabel="x"),),
    "a multiple": (plot(xlabel="n", ylabel="time [$10^{-3}$ s]"),),
    "theory": (plot(label="理論値", ylabel="時間", xlabel="n"),),
    "n^3": (plot(label="$n^3$", ylabel="time", xlabel="n"),),
    "a fitted line": (plot(label="fit", ylabel="time", xlabel="n"),),
    "a histogram": (plot(kind="hist"),),
    "an image": (plot(kind="imshow"),),
    "not finite": (plot(x=(math.nan, math.inf, 64)),),
    "whole numbers without end": (plot(x=(10**400, 10**401), y=(10**400, 0.5)),),
    "two functions as points without words": tuple(
        plot(x=(x,), y=(y,), kind="scatter")
        for size, seconds in THREE.items()
        for x, y in ((size, seconds), (size, seconds / 100))
    ),
    "two lists of different length": (Plot(kind="plot", x=X, y=Y[:2]),),
    "longer than anybody waits": (plot(y=(1e5, 1e6, 1e7), ylabel="time"),),
}


@pytest.mark.parametrize("name", READ)
def test_graphs_of_times_are_read(name: str) -> None:
    """Sizes and seconds are found in a graph, in whatever unit and direction."""
    found = told(reported_series(READ[name], exercises("kadai1")))
    assert same(found, ONE), found


@pytest.mark.parametrize("name", NOT_DRAWN)
def test_other_graphs_are_not_read(name: str) -> None:
    """Losses, ratios, logarithms, indices and lines to compare with are no times over sizes."""
    assert reported_series(NOT_DRAWN[name], exercises("kadai1")) == ()


WHOSE = [
    (plot(label="NumPy", title="行列積の実行時間"), "matmul_numpy"),
    (plot(label="matmul_torch"), "matmul_torch"),
    (plot(label="conv2d_np"), "conv_numpy"),
    (plot(label="PyTorch", ylabel="time", title="conv: NumPy vs PyTorch"), "conv_torch"),
    (plot(label="for文", title="行列積"), "matmul_python"),
    (plot(label="リスト", title="畳み込みの時間"), "conv_python"),
    (plot(label="np.dot"), "matmul_numpy"),
    (plot(title="CuPy による行列積"), "matmul_cupy"),
    (plot(label="NumPy"), ""),
    (plot(title="行列積"), ""),
    (plot(label="GPU", title="行列積"), ""),
    (plot(label="NumPy と CuPy", title="行列積"), ""),
    (plot(), ""),
]


@pytest.mark.parametrize(("one", "exercise"), WHOSE)
def test_whose_a_graph_is(one: Plot, exercise: str) -> None:
    """The curve's label tells before the graph's title; nobody guesses."""
    assert [series.exercise for series in reported_series((one,), exercises("kadai2"))] == [
        exercise
    ]


@pytest.mark.parametrize("label", ["NumPy", "torch", "畳み込み", "GPU", "matmul (NumPy)", "np.dot"])
def test_a_comparison_is_not_the_only_exercise(label: str) -> None:
    """Where one exercise is asked for, a curve that names another work is not its curve."""
    assert [one.exercise for one in reported_series((plot(label=label),), exercises("kadai1"))] == [
        ""
    ]


def test_a_series_has_a_name() -> None:
    """The label names it as it is written, else the title."""
    found = reported_series((plot(label="NumPy\x00\ud800 版"), plot(y=times(2), title="結果")), ())
    assert [one.name for one in found] == ["NumPy 版", "結果"]
