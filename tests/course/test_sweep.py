"""The sizes that an exercise is timed over: a geometric row, or a list."""

from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.model.course import Slowest, Sweep
from tests.course.courses import ASSIGNMENT, problems_of, write_course

LIMITS = "limits = {"


def _with(sweep: str) -> str:
    return ASSIGNMENT.replace(LIMITS, f"sweep = {{ {sweep} }}\n{LIMITS}", 1)


@pytest.mark.parametrize(
    ("sweep", "expected"),
    [
        ("first = 8, last = 64", Sweep(sizes=(8, 16, 32, 64))),
        ("first = 8, last = 50", Sweep(sizes=(8, 16, 32, 50))),
        ("first = 1, last = 4, factor = 1.1", Sweep(sizes=(1, 2, 3, 4))),
        ("first = 8, last = 8", Sweep(sizes=(8,))),
        ("sizes = [3, 5, 6], seconds = 2", Sweep(sizes=(3, 5, 6), seconds=2.0)),
        ("sizes = [3], minimum = 4, maximum = 4", Sweep(sizes=(3,), minimum=4, maximum=4)),
    ],
)
def test_sizes_are_spelled_out(tmp_path: Path, sweep: str, expected: Sweep) -> None:
    """The last size is among them, and none is twice."""
    write_course(tmp_path, assignment=_with(sweep))
    assert load_assignment(load_course(tmp_path), "demo").exercises[0].sweep == expected


def test_without_one_an_exercise_is_not_timed(tmp_path: Path) -> None:
    """Timing is asked for, or not done."""
    write_course(tmp_path)
    assert load_assignment(load_course(tmp_path), "demo").exercises[0].sweep is None


@pytest.mark.parametrize(
    ("sweep", "said"),
    [
        ("first = 8", "exercise[0].sweep: must have sizes, or first and last"),
        ("sizes = [3], last = 8", "exercise[0].sweep: must have either sizes, or first and last"),
        ("sizes = [5, 3]", "exercise[0].sweep.sizes: must be in increasing order, got [5, 3]"),
        ("first = 9, last = 8", "exercise[0].sweep.first: must not be more than last (8), got 9"),
        (
            "sizes = [3], minimum = 5, maximum = 4",
            "exercise[0].sweep.minimum: must not be more than maximum (4), got 5",
        ),
        ("sizes = [3], seconds = 61", "exercise[0].sweep.seconds: "),
    ],
)
def test_a_sweep_that_cannot_be_is_told(tmp_path: Path, sweep: str, said: str) -> None:
    """The place and what would be right are in the message."""
    spoiled = f"sweep = {{ {sweep} }}\n{LIMITS}"
    assert said in "\n".join(problems_of(tmp_path, LIMITS, spoiled))


SLOWEST = 'first = 8, last = 64, slowest = {{ baseline = "{}", ratio = 20 }}'


def test_how_long_it_may_take_is_a_ratio_to_one_of_our_programs(tmp_path: Path) -> None:
    """The instructor states it; without, nobody is too slow."""
    write_course(tmp_path, assignment=_with(SLOWEST.format("numpy")))
    programs = tmp_path / "reference" / "programs"
    programs.mkdir()
    (programs / "tiny_numpy.py").write_text("", encoding="utf-8")
    sweep = load_assignment(load_course(tmp_path), "demo").exercises[0].sweep
    assert sweep is not None
    assert sweep.slowest == Slowest(baseline="numpy", ratio=20.0)


@pytest.mark.parametrize(
    ("slowest", "said"),
    [
        (
            '{ baseline = "numpy", ratio = 20 }',
            "slowest.baseline: there is no reference/programs/tiny_numpy.py",
        ),
        ('{ baseline = "fortran", ratio = 20 }', 'slowest.baseline: must be one of "python"'),
        ('{ baseline = "numpy" }', "slowest.ratio: is missing"),
        ('{ baseline = "numpy", ratio = 0 }', "slowest.ratio: must be"),
        ('{ baseline = "numpy", ratios = 2, ratio = 1 }', "slowest.ratios: unknown key; did you"),
        ("20", "slowest: must be a table"),
    ],
)
def test_a_limit_that_cannot_be_is_told(tmp_path: Path, slowest: str, said: str) -> None:
    """A program that is not there, another word, or half of it."""
    spoiled = f"sweep = {{ first = 8, last = 64, slowest = {slowest} }}\n{LIMITS}"
    assert said in "\n".join(problems_of(tmp_path, LIMITS, spoiled))
