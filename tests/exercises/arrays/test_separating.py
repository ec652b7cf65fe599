"""The proof that an exercise's cases can tell mistakes from right answers and from each other."""

import pytest
from msgspec.structs import replace

from grader.course import load_assignment, load_course, load_reference
from grader.exercises.arrays.discrimination import alike_pairs
from grader.model.course import Case, CaseKind, Exercise
from grader.model.reference import Lookalike
from tests.cases.course import ROOT, convolution, exercise, reference
from tests.exercises.arrays.course import CONV, CONV_TORCH

INTEGERS = tuple(Case(size=size, kind=CaseKind.INTEGERS) for size in (1, 2, 3, 5))
SEEDS = (b"one", b"two")
WITH_FLOATS = (CaseKind.INTEGERS, CaseKind.FLOATS)


def of(cases: tuple[Case, ...]) -> Exercise:
    """The exercise of kadai1 with other cases."""
    return replace(exercise(), cases=cases)


def test_the_assignment_separates_everything() -> None:
    """With the cases of kadai1 no two mistakes look alike, and none looks right."""
    assert alike_pairs(reference(), exercise(), SEEDS) == ()


COURSE = load_course(ROOT)
KADAI2 = load_assignment(COURSE, "kadai2").exercises


@pytest.mark.repetition("grader verify kadai2")
@pytest.mark.parametrize("one", KADAI2, ids=lambda one: one.id)
def test_kadai2_separates_everything(one: Exercise) -> None:
    """Every exercise of kadai2 tells all known mistakes of its operation apart."""
    pairs = alike_pairs(load_reference(COURSE, one.operation, one.variant), one, SEEDS)
    assert pairs == ()


def test_symmetric_kernels_cannot_show_a_flip() -> None:
    """Images of sizes 4 and 8 come with the slides' own kernels: the weakened cases are caught."""
    one = next(one for one in KADAI2 if one.id == "conv_numpy")
    weak = tuple(case for case in one.cases if case.size % 4 == 0)
    assert weak
    pairs = alike_pairs(
        load_reference(COURSE, one.operation, one.variant), replace(one, cases=weak), SEEDS
    )
    assert ("flipped", "right") in pairs


def test_integers_alone_cannot_show_rounding() -> None:
    """What only decimals show is listed against the right answer and against each other."""
    pairs = alike_pairs(reference(), of(INTEGERS), SEEDS)
    assert ("truncated-result", "right") in pairs
    assert ("rounded-0", "rounded-1") in pairs
    assert ("transposed", "right") not in pairs


def test_one_element_shows_almost_nothing() -> None:
    """At size 1 there is no difference between rows and columns."""
    pairs = alike_pairs(reference(), of(INTEGERS[:1]), SEEDS)
    assert ("transposed", "right") in pairs
    assert ("i-short", "zeros") in pairs
    assert ("inputs-added", "right") not in pairs


def test_state_shows_only_in_a_second_case_of_the_same_size() -> None:
    """Different sizes cannot show what is left from the call before; the same size can."""
    assert ("state-left", "right") in alike_pairs(reference(), of(INTEGERS), SEEDS)
    twice = alike_pairs(reference(), of((*INTEGERS, INTEGERS[-1])), SEEDS)
    assert ("state-left", "right") not in twice


@pytest.mark.parametrize("asked", [CONV, CONV_TORCH])
def test_convolutions_are_told_apart(asked: Exercise) -> None:
    """In double and in single precision, with the slides' kernels among the others."""
    assert alike_pairs(convolution(), asked, SEEDS) == ()


def test_symmetric_kernels_alone_cannot_show_a_flip() -> None:
    """Multiples of 4 come with the slides' Laplacians and blurs, whatever the seed."""
    weak = tuple(Case(size=size, kind=kind) for kind in WITH_FLOATS for size in (4, 8, 8))
    pairs = alike_pairs(convolution(), replace(CONV, cases=weak), SEEDS)
    assert {("flipped", "right"), ("flipped-up-down", "right")} <= set(pairs)
    assert ("transposed", "right") not in pairs
    sobel = replace(CONV, cases=(*weak, Case(size=6, kind=CaseKind.FLOATS)))
    assert ("flipped", "right") not in alike_pairs(convolution(), sobel, SEEDS)


def test_a_mistake_that_is_none_is_found_out() -> None:
    """A lookalike that is right by oversight cannot be separated from the right answer."""
    oversight = Lookalike(
        compute=lambda inputs, _earlier: inputs[0] @ inputs[1], name={}, lesson={}
    )
    broken = replace(reference(), lookalikes={"none": oversight})
    assert alike_pairs(broken, exercise(), SEEDS) == (("none", "right"),)
