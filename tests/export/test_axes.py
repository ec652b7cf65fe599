"""Axes: places, ticks and their names."""

from itertools import pairwise

import pytest

from grader.export.axes import Axis, log_axis, time_text, times_text


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


def test_many_decades_have_decades_only() -> None:
    """Round values first."""
    ticks = log_axis([2e-6, 30.0], 322, 30).ticks(22)
    assert ticks == pytest.approx([1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10])


def test_few_decades_have_twos_and_fives() -> None:
    """As sizes do."""
    assert log_axis([16, 1024], 64, 550).ticks(34) == [20, 50, 100, 200, 500, 1000]


@pytest.mark.parametrize("value", [1e-9, 3.3e-5, 64, 700, 9.9e6])
def test_a_single_value_has_an_axis_too(value: float) -> None:
    """With the value in its middle, and ticks around it."""
    axis = log_axis([value], 0, 100)
    assert axis.at(value) == pytest.approx(50)
    assert len(axis.ticks(1)) >= 3


@pytest.mark.parametrize(("low", "high"), [(1e-9, 1e7), (1, 1e9), (55, 61), (1, 1000)])
def test_ticks_stay_apart_and_on_the_axis(low: float, high: float) -> None:
    """However wide it is."""
    axis = log_axis([low, high], 64, 550)
    ticks = axis.ticks(34)
    assert len(ticks) >= 2
    assert all(axis.at(after) - axis.at(before) >= 34 for before, after in pairwise(ticks))
    assert all(64 <= axis.at(one) <= 550 for one in ticks)


def test_a_linear_axis_has_halves_where_there_is_room() -> None:
    """As of exponents."""
    assert Axis(1.4, 3.6, 0, 600, log=False).ticks(40) == [1.5, 2, 2.5, 3, 3.5]
    assert Axis(0.0, 6.0, 0, 600, log=False).ticks(80) == [0, 1, 2, 3, 4, 5, 6]
