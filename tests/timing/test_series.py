"""Times over sizes: what is usable, and how two series compare."""

import math

import pytest
from msgspec.structs import replace

from grader.model.evidence import Evidence
from grader.model.program import ProgramRun, Series
from grader.model.run import RunRecord, RunStatus
from grader.model.times import ratios, shortest, time_text, times_text
from grader.model.timing import Curve, Point
from grader.timing.series import median_ratio, reported_fit, series_about, shown_by, usable
from tests.export.samples import ASSIGNMENT, EXERCISE, evidence_of
from tests.timing.sweeps import own

SEVERAL = replace(ASSIGNMENT, exercises=(EXERCISE, replace(EXERCISE, id="torch")))


def program(*series: Series) -> Evidence:
    """Evidence of a program that showed these."""
    run = ProgramRun(run=RunRecord(status=RunStatus.OK), series=series)
    return replace(evidence_of(), program=run)


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.nan, math.inf, -math.inf, 5e-324, 1e300])
def test_what_is_no_time_is_left_out(wrong: float) -> None:
    """Whoever says it."""
    points = [Point(size=8, seconds=(wrong, 2e-3, 1e-3)), Point(size=16, seconds=(wrong,))]
    assert shortest(points) == [(8, 1e-3)]
    series = replace(own(), sizes=(8, 16, 32), seconds=(wrong, 1e-3, wrong))
    assert shown_by(series) == [(16, 1e-3)]


def test_what_is_no_size_is_left_out() -> None:
    """And what says two things of one size has the shorter time."""
    sizes = (0, -3, 10**400, 8, 8, 4)
    series = Series(name="", sizes=sizes, seconds=(1, 1, 1, 3, 2, 1))
    assert shown_by(series) == [(4, 1), (8, 2)]


def test_of_very_long_series_some_are_taken_from_all_over() -> None:
    """Both ends are among them."""
    sizes = tuple(range(1, 5001))
    shown = shown_by(replace(own(), sizes=sizes, seconds=tuple(map(float, sizes))))
    assert len(shown) == 64
    assert (shown[0][0], shown[-1][0]) == (1, 5000)


def test_ratios_are_read_between_sizes_and_never_beyond() -> None:
    """A cubic over a square is linear, at sizes of either that both cover."""
    cubic = [(n, n**3 * 1e-9) for n in (10, 100, 1000)]
    square = [(n, n**2 * 1e-9) for n in (30, 300)]
    found = ratios(cubic, square)
    assert [size for size, _ in found] == [30, 100, 300]  # 10 and 1000 are not covered
    assert [ratio for _, ratio in found] == pytest.approx([30, 100, 300])


@pytest.mark.parametrize(
    ("mine", "others"),
    [([], [(8, 1.0)]), ([(8, 1.0)], []), ([(8, 1.0)], [(16, 1.0), (32, 2.0)])],
)
def test_without_a_common_size_there_is_no_ratio(
    mine: list[tuple[int, float]], others: list[tuple[int, float]]
) -> None:
    """Nothing is guessed."""
    assert not ratios(mine, others)


def test_usable_series_keep_their_words() -> None:
    """And only the times that can be drawn."""
    series = usable(replace(own(name="loops"), seconds=(0.0, 1.0, math.nan, 2.0)))
    assert (series.name, series.sizes, series.seconds) == ("loops", (100, 400), (1.0, 2.0))


def test_series_belong_to_their_exercise() -> None:
    """One that names none belongs to the only exercise there is, and else to nobody."""
    mine, nobodys, others = own(), own(exercise=""), own(exercise="torch")
    evidence = program(mine, nobodys, others)
    assert series_about(evidence, "matmul", ASSIGNMENT) == [mine, nobodys]
    assert series_about(evidence, "matmul", SEVERAL) == [mine]
    assert series_about(evidence, "torch", SEVERAL) == [others]
    assert series_about(evidence_of(), "matmul", ASSIGNMENT) == []


def test_series_without_a_time_and_very_many_are_left_out() -> None:
    """A page has room for four."""
    empty = replace(own(), seconds=(0.0, 0.0, 0.0, 0.0))
    assert series_about(program(empty), "matmul", ASSIGNMENT) == []
    assert len(series_about(program(*[own()] * 9), "matmul", ASSIGNMENT)) == 4


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        *((1e-9, "1 ns"), (4.56789e-6, "4.57 µs"), (1e-3, "1 ms"), (0.0123, "12.3 ms")),
        *((0.99999, "1 s"), (9.999e-4, "1 ms"), (75, "75 s"), (1234, "1230 s"), (5e-10, "0.5 ns")),
    ],
)
def test_times_have_units(seconds: float, text: str) -> None:
    """Never a thousand of the smaller one."""
    assert time_text(seconds) == text


@pytest.mark.parametrize(
    ("ratio", "text"),
    [(237.6, "240"), (0.934, "0.93"), (1.04, "1"), (52_731, "53000"), (0.000123, "0.00012")],
)
def test_ratios_have_two_digits(ratio: float, text: str) -> None:
    """More would say what nobody measured."""
    assert times_text(ratio) == text


def series(seconds: dict[int, float]) -> Series:
    """Makes a series by size."""
    return Series(name="", sizes=tuple(seconds), seconds=tuple(seconds.values()))


def measured(seconds: dict[int, float]) -> Curve:
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
    ours = measured({10: 1e-3, 100: 1.0})
    assert median_ratio(series({10: 2e-3, 100: 2.0, 1000: 1e9}), ours) == pytest.approx(2)
    assert median_ratio(series({50: 3 * 1e-6 * 50**3, 5: 7.0}), ours) == pytest.approx(3)
    assert median_ratio(series({10: 2e-3, 20: 8e-3 * 9, 100: 1.0}), ours) == pytest.approx(2)


@pytest.mark.parametrize("ours", [{}, {200: 1.0}, {2: 0.1, 4: 0.2}])
def test_no_level_without_a_common_size(ours: dict[int, float]) -> None:
    """Nothing is extrapolated."""
    assert median_ratio(series({10: 1.0, 100: 2.0}), measured(ours)) is None


def test_a_point_without_calls_is_no_point() -> None:
    """A size that was not measured, or took no time that a clock sees, is left out."""
    points = (Point(size=10, seconds=()), Point(size=10, seconds=(0.0,)))
    assert median_ratio(series({10: 1.0, 100: 2.0}), Curve(points=points)) is None
