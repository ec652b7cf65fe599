"""Which measurements are read from what a program printed, and which numbers are not."""

from functools import cache
from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.model.course import Exercise
from grader.model.program import Series
from grader.timing.own import own_series
from tests.timing.other_outputs import NOT_READ
from tests.timing.outputs import PRINTED_KADAI1, PRINTED_KADAI2, Told

ROOT = Path(__file__).parents[2]


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


@pytest.mark.parametrize("name", PRINTED_KADAI1)
def test_printed_times_are_read(name: str) -> None:
    """Sizes and seconds are found in what a program of kadai1 printed."""
    output, expected = PRINTED_KADAI1[name]
    found = told(own_series((), output, exercises("kadai1")))
    assert same(found, expected), found


@pytest.mark.parametrize("name", PRINTED_KADAI2)
def test_printed_times_of_several_exercises(name: str) -> None:
    """The words beside the times say which exercise they are of."""
    output, expected = PRINTED_KADAI2[name]
    found = told(own_series((), output, exercises("kadai2")))
    assert same(sorted(found, key=str), sorted(expected, key=str)), found


@pytest.mark.parametrize("name", NOT_READ)
def test_other_output_is_not_read(name: str) -> None:
    """Matrices, losses, errors, progress and single times are no measurement over sizes."""
    for assignment in ("kadai1", "kadai2"):
        assert own_series((), NOT_READ[name], exercises(assignment)) == ()


NAMES = [
    ("64 x 64 : 0.01 秒\n128 x 128 : 0.09 秒", ""),
    ("NumPy 行列積 64x64: 0.01 sec\nNumPy 行列積 128x128: 0.09 sec", "numpy 行列積"),
    ("行列積\n64 0.01\n128 0.09", "行列積"),
    ("結果\nn=64 time=0.01\nn=128 time=0.09", "結果 n time"),
    ("n,for文\n64,0.01\n128,0.09", "for文"),
]


@pytest.mark.parametrize(("output", "name"), NAMES)
def test_a_series_has_the_words_it_was_printed_with(output: str, name: str) -> None:
    """Numbers, units and signs are left out; a heading is named where it says more."""
    assert [one.name for one in own_series((), output, exercises("kadai2"))] == [name]
