"""The reference itself: its inputs, its bound, and the words of its lookalikes."""

import random
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases.lookalikes import in_own_names
from grader.model.course import Case, CaseKind
from tests.cases.course import reference

SIZES = [1, 2, 3, 5, 7, 24]
BOUND = 2.0**14 * 2.0**-52


def made(size: int, kind: CaseKind, seed: int = 0) -> tuple[Any, Any]:
    """The inputs of a case."""
    a, b = reference().inputs(Case(size=size, kind=kind), random.Random(seed))
    return a, b


@pytest.mark.parametrize("size", SIZES)
def test_integers_are_distinct_and_small(size: int) -> None:
    """±1 hides no factor, few elements are alike, and products are exact."""
    a, b = made(size, CaseKind.INTEGERS)
    numbers = [*a.ravel().tolist(), *b.ravel().tolist()]
    flat = [number for number in numbers if number]
    assert len(numbers) - len(flat) == (2 if size >= 5 else 0)
    repeated = size + 2 if size >= 7 else 0  # a whole row, and an element of each matrix
    assert a.dtype == b.dtype == np.int64
    assert a.shape == b.shape == (size, size)
    assert len(set(flat)) == len(flat) - repeated
    assert min(map(abs, flat)) >= 2
    assert max(map(abs, flat)) <= max(20, 2 * size**2)


@pytest.mark.parametrize("size", SIZES)
def test_floats_need_double_precision(size: int) -> None:
    """No element is a float32, and magnitudes stay where cancellation is bounded."""
    for matrix in made(size, CaseKind.FLOATS):
        assert matrix.dtype == np.float64
        assert (matrix != matrix.astype(np.float32)).all()
        assert ((np.abs(matrix) >= 2.0**-4) & (np.abs(matrix) < 2.0**4)).all()


@pytest.mark.parametrize("kind", CaseKind)
def test_inputs_are_not_symmetric(kind: CaseKind) -> None:
    """Symmetry would hide exchanged indices; signs are mixed."""
    for matrix in made(7, kind):
        assert not (matrix == matrix.T).all()
        assert (matrix > 0).any()
        assert (matrix < 0).any()


def test_the_stream_is_fixed() -> None:
    """Stored seeds replay the same numbers in every version of Python and NumPy."""
    assert made(2, CaseKind.INTEGERS)[0].tolist() == [[7, -19], [16, -18]]
    assert made(1, CaseKind.FLOATS)[0].tolist() == [[-0.24119540319963736]]


@pytest.mark.parametrize("size", SIZES)
def test_integers_are_multiplied_exactly(size: int) -> None:
    """The answer is that of Python's own integers."""
    a, b = made(size, CaseKind.INTEGERS)
    rows, columns = a.tolist(), b.T.tolist()
    exact = [[sum(x * y for x, y in zip(r, c, strict=True)) for c in columns] for r in rows]
    assert reference().expected(a, b).tolist() == exact


@pytest.mark.parametrize("size", SIZES)
def test_floats_are_well_within_the_bound(size: int) -> None:
    """Against exact fractions the reference itself uses up next to nothing of the bound."""
    a, b = made(size, CaseKind.FLOATS)
    answer, bound = reference().expected(a, b), BOUND * reference().scale(a, b)
    for i in range(size):
        for j in range(size):
            exact = sum(Fraction(a[i, k]) * Fraction(b[k, j]) for k in range(size))
            assert abs(Fraction(answer[i, j]) - exact) <= Fraction(bound[i, j]) / 100


@given(seed=st.integers(0, 2**32), size=st.integers(1, 9))
def test_any_order_of_adding_is_within_the_bound(seed: int, size: int) -> None:
    """Backwards, sorted or shuffled: rounding never makes a right program wrong."""
    a, b = made(size, CaseKind.FLOATS, seed)
    order = random.Random(seed).sample(range(size), size)
    shuffled = sum(a[:, [k]] * b[[k], :] for k in order)
    error = np.abs(shuffled - reference().expected(a, b))
    assert (error <= BOUND * reference().scale(a, b)).all()


@given(seed=st.integers(0, 2**32), size=st.integers(2, 24))
def test_single_precision_is_not_within_the_bound(seed: int, size: int) -> None:
    """Whatever the numbers, float32 is told from float64."""
    a, b = made(size, CaseKind.FLOATS, seed)
    single = reference().lookalikes["float32"].compute((a, b), ())
    error = np.abs(single - reference().expected(a, b))
    assert (error > 100 * BOUND * reference().scale(a, b)).any()


def test_lookalikes_have_words() -> None:
    """Each has a name and a lesson in both languages, with nothing left to fill in."""
    lookalikes = reference().lookalikes.values()
    for texts in chain.from_iterable((each.name, each.lesson) for each in lookalikes):
        assert set(texts) == {"ja", "en"}
        assert all(texts.values())
        assert not any("{" in in_own_names(text, {}) for text in texts.values())
    for texts in (each.shown for each in lookalikes if each.shown):
        assert set(texts) == {"ja", "en"}
        assert not any("{" in in_own_names(text, {}) for text in texts.values())


@pytest.mark.parametrize("kind", CaseKind)
def test_lookalikes_leave_their_inputs_alone(kind: CaseKind) -> None:
    """A model of a mistake changes nothing, and is a matrix."""
    for name, lookalike in reference().lookalikes.items():
        inputs = made(3, kind)
        before = [matrix.copy() for matrix in inputs]
        result = lookalike.compute(inputs, (made(3, kind, 1),))
        assert all(map(np.array_equal, before, inputs)), name
        assert result is None or result.ndim == inputs[0].ndim, name


def test_state_shows_only_after_a_call_of_the_same_size() -> None:
    """Without one, what is left from the call before is nothing."""
    now, same, other = (
        made(3, CaseKind.INTEGERS),
        made(3, CaseKind.INTEGERS, 1),
        made(2, CaseKind.INTEGERS),
    )
    for name in ("state-left", "stale-result"):
        compute = reference().lookalikes[name].compute
        assert compute(now, (other,)) is None
    left = reference().lookalikes["state-left"].compute(now, (same, other, same))
    assert (left == now[0] @ now[1] + 2 * (same[0] @ same[1])).all()
