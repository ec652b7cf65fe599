"""Reading a time between two sizes."""

import pytest

from grader.model.times import Times, seconds_at

CUBIC: Times = [(10, 0.001), (20, 0.008), (40, 0.064)]


@pytest.mark.parametrize(
    ("size", "seconds"), [(10, 0.001), (20, 0.008), (40, 0.064), (30, 0.027), (15, 0.003375)]
)
def test_a_power_is_read_exactly(size: int, seconds: float) -> None:
    """A power of the size is a straight line on a log-log plot."""
    assert seconds_at(CUBIC, size) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("times", "size"), [(CUBIC, 9), (CUBIC, 41), ([], 10), ([(10, 0.0), (20, 0.1)], 15)]
)
def test_nothing_is_read_where_nothing_was_measured(times: Times, size: int) -> None:
    """Nothing is extrapolated, and zero has no logarithm."""
    assert seconds_at(times, size) is None
