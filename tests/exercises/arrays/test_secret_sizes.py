"""The sizes that no list names: which they are, and that nobody is asked what nobody promised."""

import random

import pytest
from msgspec.structs import replace

from grader.cases.questions import secret_cases
from grader.course import load_assignments, load_course
from grader.model.course import Backend, Case, CaseKind, Exercise, Sweep
from grader.model.finding import Verdict
from tests.cases.course import ROOT
from tests.exercises.arrays.course import failed, judge, watch

DRAWS = 200
COURSE = {
    f"{assignment.id}-{exercise.id}": exercise
    for assignment in load_assignments(load_course(ROOT))
    for exercise in assignment.exercises
}


def exercise(
    integers: tuple[int, ...] = (),
    floats: tuple[int, ...] = (),
    large: tuple[int, ...] = (),
    sweep: tuple[int, ...] = (),
) -> Exercise:
    """An exercise with these cases."""
    listed = {CaseKind.INTEGERS: integers, CaseKind.FLOATS: floats, CaseKind.LARGE: large}
    return Exercise(
        id="f",
        operation="matmul",
        backend=Backend.PYTHON,
        entry="f",
        cases=tuple(Case(size=size, kind=kind) for kind in CaseKind for size in listed[kind]),
        sweep=Sweep(sizes=sweep) if sweep else None,
    )


def drawn(asked: Exercise) -> list[tuple[Case, ...]]:
    """What many submissions are asked."""
    return [secret_cases(asked, random.Random(seed)) for seed in range(DRAWS)]


@pytest.mark.parametrize("asked", COURSE.values(), ids=COURSE)
def test_each_exercise_of_the_course_asks_some(asked: Exercise) -> None:
    """One above all listed sizes, some among them; none is listed or timed, and one is odd."""
    public = {case.size for case in asked.cases}
    swept = asked.sweep.sizes if asked.sweep else ()
    large = swept or any(case.kind is CaseKind.LARGE for case in asked.cases)
    for cases in drawn(asked):
        sizes = [case.size for case in cases]
        *between, high = cases[:-2] if large else cases
        assert len(between) == 3
        assert all(case.secret for case in cases)
        assert len({*sizes}) == len(sizes)
        assert all(min(public) < low.size < max(public) for low in between)
        assert max(public) < high.size <= 1.5 * max(public)
        assert not {*sizes} & {*public, *swept}
        assert len({size % 2 for size in sizes}) == 2
        listed = {case.kind for case in asked.cases} - {CaseKind.LARGE}
        assert listed == {low.kind for low in between}
        assert high.kind in listed or high.kind is CaseKind.LARGE


@pytest.mark.parametrize("asked", COURSE.values(), ids=COURSE)
def test_a_large_one_is_asked_where_inputs_may_be_large(asked: Exercise) -> None:
    """From 100 to 160, whatever is listed: what goes wrong from 82 on shows there."""
    large = asked.sweep or any(case.kind is CaseKind.LARGE for case in asked.cases)
    found = [
        [case.size for case in cases if case.size in range(100, 161)] for cases in drawn(asked)
    ]
    sizes = {size for each in found for size in each}
    assert len(sizes) > 30 if large else not sizes
    assert all(len({size % 2 for size in each}) == 2 for each in found if each)


def test_no_small_gap_is_left_out() -> None:
    """Of the sizes that kadai1 does not list, 4 and 6 are each in a gap of their own."""
    for cases in drawn(COURSE["kadai1-matmul"]):
        assert {4, 6} < {case.size for case in cases}
        assert any(8 < case.size < 33 for case in cases)


@pytest.mark.parametrize(
    ("asked", "possible"),
    [
        (exercise(floats=(3, 9)), set()),
        (exercise(floats=(3, 9), sweep=(8, 16, 32, 64)), set()),
        (exercise(floats=(3, 9), sweep=(8, 64, 120)), {*range(100, 120)}),
        (exercise(floats=(2, 4, 8), sweep=(16, 256)), {128}),
        (exercise(floats=(10, 20, 50), sweep=(60, 500)), {*range(100, 161, 10)}),
        (exercise(floats=(3, 9), large=(128,)), {*range(100, 128)}),
    ],
)
def test_the_large_one_is_no_larger_than_the_course_expects(
    asked: Exercise, possible: set[int]
) -> None:
    """Nor does it break what the listed sizes have in common."""
    found = {case.size for cases in drawn(asked) for case in cases if case.size in range(100, 161)}
    above = {case.size for cases in drawn(replace(asked, secret_sizes=1)) for case in cases}
    assert found - above <= possible
    assert bool(found - above) is bool(possible)


def test_submissions_are_asked_different_sizes() -> None:
    """Handing in again, or a classmate's sizes, tells nothing; the same seed asks the same."""
    asked = COURSE["kadai1-matmul"]
    assert len({tuple(case.size for case in cases) for cases in drawn(asked)}) > DRAWS / 2
    assert drawn(asked) == drawn(asked)


@pytest.mark.parametrize(
    ("asked", "kinds"),
    [
        (exercise(integers=(1, 2, 5)), {CaseKind.INTEGERS}),
        (exercise(floats=(3, 9)), {CaseKind.FLOATS}),
        (exercise(integers=(2, 9), floats=(3, 7)), {CaseKind.INTEGERS, CaseKind.FLOATS}),
        (exercise(large=(100, 200)), {CaseKind.LARGE}),
        (exercise(floats=(3, 33), large=(200,)), {CaseKind.FLOATS, CaseKind.LARGE}),
    ],
)
def test_the_numbers_are_of_a_kind_that_is_listed(asked: Exercise, kinds: set[CaseKind]) -> None:
    """Whole numbers where there are no others, and large ones only near the large one."""
    assert {case.kind for cases in drawn(asked) for case in cases} == kinds
    assert all(
        case.size > max(one.size for one in asked.cases if one.kind is not CaseKind.LARGE)
        for cases in drawn(asked)
        for case in cases
        if case.kind is CaseKind.LARGE and CaseKind.FLOATS in kinds
    )


@pytest.mark.parametrize(
    ("sizes", "promised"),
    [
        ((2, 4, 6, 10), lambda size: size % 2 == 0),
        ((3, 5, 7, 33), lambda size: size % 2 == 1),
        ((10, 20, 50), lambda size: size % 10 == 0),
        ((4, 12, 20), lambda size: size % 8 == 4),
        ((2, 4, 16), lambda size: size in {8, 32}),
        ((1, 2, 4, 8), lambda size: size == 16),
    ],
)
def test_what_all_listed_sizes_have_in_common_is_kept(
    sizes: tuple[int, ...], promised: object
) -> None:
    """A handout may have promised even sizes, or powers of two: others would be unfair."""
    assert callable(promised)
    for cases in drawn(exercise(floats=sizes)):
        assert cases
        assert all(promised(case.size) for case in cases)


@pytest.mark.parametrize("sizes", [(1,), (2,), (3, 4), (1, 2), (8,), (512,)])
def test_where_there_is_nothing_between_both_are_above(sizes: tuple[int, ...]) -> None:
    """One listed size is enough to ask two others."""
    for low, high, *_ in drawn(replace(exercise(floats=sizes), secret_sizes=2)):
        assert min(low.size, high.size) > max(sizes)
        assert low.size != high.size


def test_sizes_of_the_sweep_are_asked_only_where_there_are_no_others() -> None:
    """Timing asks those by itself."""
    asked = replace(exercise(floats=(1, 4), sweep=(2, 3, 5)), secret_sizes=2)
    sizes = {tuple(case.size for case in cases) for cases in drawn(asked)}
    assert {high for _, high in sizes} == {6}
    assert {low for low, _ in sizes} == {3}


@pytest.mark.parametrize("wanted", [0, 1, 2, 3, 4, 5, 6])
def test_an_assignment_says_how_many(wanted: int) -> None:
    """With one it is that above, with none nothing but the list is asked."""
    asked = replace(exercise(floats=(3, 9, 10), sweep=(50, 200)), secret_sizes=wanted)
    for cases in drawn(asked):
        sizes = [case.size for case in cases]
        assert len(sizes) == wanted
        assert sum(10 < size < 16 for size in sizes) == min(wanted, 1)
        assert sum(3 < size < 9 for size in sizes) == max(
            0, wanted - 1 - (wanted > 2) - (wanted > 5)
        )
        assert sum(99 < size < 161 for size in sizes) == (wanted > 2) + (wanted > 5)


SLOW = """
def matmul(a, b):
    n = len(a)
    {limit}
    took({seconds})
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
"""


@pytest.mark.parametrize(
    ("limit", "seconds", "asked"),
    [
        ("", "(n / 160) ** 3", True),
        ("", "(n / 33) ** 3 / 100", True),
        ("if n > 82: end('timeout')", "(n / 100) ** 3 * 9", False),  # as slow as a limit allows
        ("if n > 82: end('memory')", "(n / 33) ** 2 / 2", False),  # it would not be done in time
        ("if n > 82: raise ValueError", "(n / 33) ** 2 / 2", False),
    ],
)
def test_a_slow_program_is_not_asked_for_the_large_one(
    limit: str, seconds: str, *, asked: bool
) -> None:
    """The listed sizes are small: a program that is right and slow comes to no limit by ours."""
    evidence = watch(SLOW.format(limit=limit, seconds=seconds))
    assert {finding.verdict for finding in judge(evidence).values()} == {Verdict.PASSED}
    assert any(one.case.size > 99 for one in evidence.comparisons) is asked


def test_a_quick_program_that_ends_there_is_left_to_a_person() -> None:
    """It takes a hundredth of a second up to 49, and no time is long enough from 82 on."""
    evidence = watch(SLOW.format(limit="if n > 82: end('timeout')", seconds="(n / 50) ** 3 / 100"))
    assert evidence.comparisons[-1].case.size > 99
    assert evidence.comparisons[-1].beyond_its_means
    assert not failed(evidence)
