"""Which results are taken for which known mistake."""

from typing import Any

import numpy as np
import pytest

from grader.cases.lookalikes import known_mistakes, models, with_mistakes
from grader.cases.questions import CaseQuestion
from grader.model.course import CaseKind
from grader.model.evidence import Outcome
from tests.cases.course import reference
from tests.cases.test_comparing import FLOATS, INTEGERS, asked

BIG = asked(CaseKind.INTEGERS, [[300, 2], [3, 400]], [[500, 6], [7, 800]])


def names(question: CaseQuestion, result: Any) -> tuple[str, ...]:
    """The mistakes that a result equals."""
    return known_mistakes(question, np.array(result), models(question, (), reference()))


@pytest.mark.parametrize(
    ("question", "result", "name"),
    [
        (INTEGERS, [[5, 12], [21, 32]], "elementwise"),
        (INTEGERS, [[5.0, 12.0], [21.0, 32.0]], "elementwise"),
        (INTEGERS, [[9.5, 11], [21.5, 25]], "divided-by-n"),
        (FLOATS, [[1.0, 4.0], [9.0, 16.0]], "elementwise"),
        (FLOATS, [[1.0 + 1e-13, 4.0], [9.0, 16.0]], "elementwise"),
        (FLOATS, [[22.0, 32.0], [22.0, 32.0]], "shared-rows-sum"),
    ],
)
def test_equal_results_are_named(question: CaseQuestion, result: Any, name: str) -> None:
    """Integers exactly, floats up to rounding."""
    assert name in names(question, result)


@pytest.mark.parametrize(
    ("question", "result"),
    [
        (INTEGERS, [[5, 12], [21, 33]]),
        (INTEGERS, [[5.0, 12.0], [21.0, 32.000001]]),
        (FLOATS, [[1.0, 4.0], [9.0, 16.001]]),
        (INTEGERS, [[1, 1], [1, 1]]),
    ],
)
def test_others_are_not(question: CaseQuestion, result: Any) -> None:
    """Nearly a mistake is not that mistake."""
    assert names(question, result) == ()


def test_a_model_that_overflows_equals_nothing() -> None:
    """Half precision ends at 65504; what is infinite there explains no finite result."""
    half = models(BIG, (), reference())["float16"]
    assert half is not None
    assert not np.isfinite(half).all()
    assert "float16" not in names(BIG, BIG.expected + 1)
    assert "float16" not in names(BIG, BIG.expected)


def test_what_cannot_show_is_named_with_the_right_answer_only() -> None:
    """Without decimals nothing can be cut off."""
    assert "truncated-result" in names(INTEGERS, INTEGERS.expected)
    assert "truncated-result" not in names(INTEGERS, INTEGERS.expected + 1)


@pytest.mark.parametrize(
    ("outcome", "found", "settled"),
    [
        (Outcome.EQUAL, ("transposed", "float32"), Outcome.EQUAL),
        (Outcome.NOT_FINITE, ("transposed",), Outcome.NOT_FINITE),
        (Outcome.WRONG_VALUE, (), Outcome.WRONG_VALUE),
        (Outcome.LOW_PRECISION, (), Outcome.LOW_PRECISION),
        (Outcome.WRONG_VALUE, ("transposed",), Outcome.WRONG_VALUE),
        (Outcome.LOW_PRECISION, ("k-short",), Outcome.WRONG_VALUE),
        (Outcome.WRONG_VALUE, ("rounded-0",), Outcome.LOW_PRECISION),
        (Outcome.WRONG_VALUE, ("truncated-result", "rounded-0"), Outcome.LOW_PRECISION),
    ],
)
def test_names_settle_the_outcome(
    outcome: Outcome, found: tuple[str, ...], settled: Outcome
) -> None:
    """A known formula is a wrong value however near it is; rounding is lost digits however far."""
    assert with_mistakes(outcome, found, reference()) is settled
