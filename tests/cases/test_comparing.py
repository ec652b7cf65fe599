"""Results against one question: type, shape, finiteness, values."""

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases.comparing import compare
from grader.cases.questions import CaseQuestion
from grader.model.calling import Call
from grader.model.course import Case, CaseKind
from grader.model.evidence import Outcome
from grader.model.run import RunRecord, RunStatus
from tests.cases.course import reference
from tests.fakes.program import pack

OK = RunRecord(status=RunStatus.OK)
BIG = 2**60 + 1


def asked(kind: CaseKind, a: Any, b: Any) -> CaseQuestion:
    """A question with inputs of our own."""
    dtype = np.int64 if kind is CaseKind.INTEGERS else np.float64
    inputs = (np.array(a, dtype=dtype), np.array(b, dtype=dtype))
    return CaseQuestion(
        case=Case(size=len(a), kind=kind),
        inputs=inputs,
        reference=reference(),
    )


INTEGERS = asked(CaseKind.INTEGERS, [[1, 2], [3, 4]], [[5, 6], [7, 8]])  # [[19, 22], [43, 50]]
FLOATS = asked(CaseKind.FLOATS, [[0.1, 0.2], [0.3, 0.4]], [[10, 20], [30, 40]])  # 7 10 15 22
HUGE = asked(CaseKind.INTEGERS, [[BIG]], [[1]])


def outcome(question: CaseQuestion, value: Any) -> Outcome:
    """How a result compares."""
    return compare(question, Call(run=OK, result=pack(value))).comparison.outcome


EQUAL = [
    (INTEGERS, [[19, 22], [43, 50]]),
    (INTEGERS, [[19.0, 22.0], [43.0, 50.0]]),
    (INTEGERS, [[19, 22.0], [43, 50]]),
    (INTEGERS, ((19, 22), (43, 50))),
    (INTEGERS, [(19, 22), (43, 50)]),
    (FLOATS, [[7.0, 10.0], [15.0, 22.0]]),
    (FLOATS, [[7, 10], [15, 22]]),
    (FLOATS, [[7 * (1 + 2e-16), 10.000000000000002], [15.0, 21.999999999999996]]),
    (HUGE, [[BIG]]),
    (asked(CaseKind.INTEGERS, [[0]], [[5]]), [[-0.0]]),
    (asked(CaseKind.FLOATS, [[0.0]], [[5.0]]), [[-0.0]]),
    (asked(CaseKind.FLOATS, [[1.0, 1.0], [0, 0]], [[1.0, 0], [-1.0, 0]]), [[1e-17, 0], [0, 0]]),
]


@pytest.mark.parametrize(("question", "value"), EQUAL)
def test_right_results_are_equal(question: CaseQuestion, value: Any) -> None:
    """Ints, floats, tuples, rounding within the bound and negative zero are all right."""
    assert outcome(question, value) is Outcome.EQUAL


NOT_EQUAL = [
    (INTEGERS, [[19, 22], [43, 51]], Outcome.WRONG_VALUE),
    (INTEGERS, [[19, 22], [43, 2**70]], Outcome.WRONG_VALUE),
    (INTEGERS, [[20, 22], [43, 50]], Outcome.WRONG_VALUE),
    (INTEGERS, [[19.000000001, 22.0], [43.0, 50.0]], Outcome.LOW_PRECISION),
    (FLOATS, [[7.0, 10.0], [15.0, 22.5]], Outcome.WRONG_VALUE),
    (FLOATS, [[7.0, 10.0], [15.0, 22.00001]], Outcome.LOW_PRECISION),
    (FLOATS, [[7, 10], [15, 23]], Outcome.WRONG_VALUE),
    (HUGE, [[float(BIG)]], Outcome.LOW_PRECISION),
    (HUGE, [[BIG + 1]], Outcome.WRONG_VALUE),
    (INTEGERS, [[19, 22, 0], [43, 50, 0]], Outcome.WRONG_SHAPE),
    (INTEGERS, [[19, 22]], Outcome.WRONG_SHAPE),
    (INTEGERS, [[math.nan, 22], [43, 50]], Outcome.NOT_FINITE),
    (INTEGERS, [[19, 22], [43, math.inf]], Outcome.NOT_FINITE),
    (FLOATS, [[7.0, 10.0], [15.0, -math.inf]], Outcome.NOT_FINITE),
    (FLOATS, [[math.nan] * 2] * 2, Outcome.NOT_FINITE),
    (FLOATS, [[10**400, 10], [15, 22.0]], Outcome.NOT_FINITE),
    (INTEGERS, None, Outcome.NOT_A_MATRIX),
    (INTEGERS, 19, Outcome.NOT_A_MATRIX),
    (INTEGERS, [19, 22, 43, 50], Outcome.NOT_A_MATRIX),
    (INTEGERS, [[19, 22], [43]], Outcome.NOT_A_MATRIX),
    (INTEGERS, [["19", "22"], ["43", "50"]], Outcome.NOT_A_MATRIX),
    (INTEGERS, [[True, True], [True, True]], Outcome.NOT_A_MATRIX),
    (INTEGERS, [[19 + 0j, 22], [43, 50]], Outcome.NOT_A_MATRIX),
    (INTEGERS, ([x] for x in [1]), Outcome.NOT_A_MATRIX),
]


@pytest.mark.parametrize(("question", "value", "wanted"), NOT_EQUAL)
def test_other_results_are_not(question: CaseQuestion, value: Any, wanted: Outcome) -> None:
    """Each kind of wrong result has its own outcome."""
    assert outcome(question, value) is wanted


@pytest.mark.parametrize(
    ("question", "value", "place", "expected", "got"),
    [
        (INTEGERS, [[19, 23], [44, 50]], (0, 1), "22", "23"),
        (INTEGERS, [[19, 22], [43, 50.5]], (1, 1), "50", "50.5"),
        (FLOATS, [[7.0, 10.0], [1.25, 22.0]], (1, 0), "15", "1.25"),
        (FLOATS, [[7.0, 10.0], [15.0, 22.0000000002]], (1, 1), "22", "22.0000000002"),
        (INTEGERS, [[18, 22], [43, math.nan]], (1, 1), "50", "nan"),
        (INTEGERS, [[18, 22], [-math.inf, 1]], (1, 0), "43", "-inf"),
    ],
)
def test_the_first_wrong_element_is_shown(
    question: CaseQuestion, value: Any, place: tuple[int, int], expected: str, got: str
) -> None:
    """Row by row; of NaN and infinity the first of those; with enough digits to see it."""
    element = compare(question, Call(run=OK, result=pack(value))).comparison.first_wrong
    assert element is not None
    assert (element.row, element.column) == place
    assert element.expected.startswith(expected)
    assert element.got == got
    assert element.expected != element.got


def test_digits_are_shown_until_they_differ() -> None:
    """Numbers alike in ten digits are shown in full."""
    value = [[19.0000000000004, 22], [43, 50]]
    element = compare(INTEGERS, Call(run=OK, result=pack(value))).comparison.first_wrong
    assert element is not None
    assert (element.expected, element.got) == ("19", "19.000000000000401")


def test_the_error_is_measured_in_bounds() -> None:
    """0 is exact, below 1 is within the bound, inf cannot be compared."""
    ratios = [
        compare(FLOATS, Call(run=OK, result=pack(value))).comparison.error_ratio
        for value in ([[7.0, 10.0], [15.0, 22.0 + 1e-14]], [[7.0, 10.0], [15.0, 23.0]], None)
    ]
    assert 0 < ratios[0] < 1 < ratios[1] < ratios[2] == math.inf
    exact = compare(INTEGERS, Call(run=OK, result=pack([[19, 22], [43, 50]])))
    assert exact.comparison.error_ratio == 0.0


def test_no_measure_where_there_is_no_scale() -> None:
    """NaN and a wrong value where the bound is 0 measure as infinite."""
    zero = asked(CaseKind.FLOATS, [[0.0]], [[5.0]])
    for value in ([[math.nan]], [[1.0]]):
        ratio = compare(zero, Call(run=OK, result=pack(value))).comparison.error_ratio
        assert ratio == math.inf


@pytest.mark.parametrize("status", [one for one in RunStatus if one is not RunStatus.OK])
def test_a_call_that_did_not_end_well_is_not_compared(status: RunStatus) -> None:
    """Nothing is said of values or inputs then."""
    comparison = compare(INTEGERS, Call(run=RunRecord(status=status))).comparison
    assert comparison.outcome is Outcome.NOT_RUN
    assert comparison.kind is None
    assert not comparison.inputs_changed


def test_inputs_after_the_call_are_compared() -> None:
    """A changed argument is noticed, an extra matrix such as c is not."""
    result = pack([[19, 22], [43, 50]])
    a, b = ([[1, 2], [3, 4]], [[5, 6], [7, 8]])
    for after, changed in (([a, b], False), ([a, a], True), ([a, b, [[0]]], False)):
        call = Call(run=OK, result=result, inputs_after=tuple(map(pack, after)))
        assert compare(INTEGERS, call).comparison.inputs_changed is changed


@given(st.lists(st.floats(), min_size=4, max_size=4))
def test_only_right_floats_pass(flat: list[float]) -> None:
    """Whatever floats come back, equal means: every element within the bound."""
    value = [flat[:2], flat[2:]]
    right = [[7.0, 10.0], [15.0, 22.0]]
    near = all(
        abs(got - want) <= float(limit)
        for got, want, limit in zip(
            flat, [x for row in right for x in row], FLOATS.bound.ravel(), strict=True
        )
    )
    assert (outcome(FLOATS, value) is Outcome.EQUAL) is near


def test_a_large_product_is_checked_without_the_answer() -> None:
    """Right ones are equal; a wrong one is compared in full, so that its element is shown."""
    case = Case(size=40, kind=CaseKind.LARGE)
    a, b = reference().inputs(case, random.Random(0))
    question = CaseQuestion(case=case, inputs=(a, b), reference=reference(), rounds=True)
    right = (a @ b).tolist()
    assert compare(question, Call(run=OK, result=pack(right))).comparison.error_ratio == 0.0
    assert "expected" not in vars(question)
    right[3][4] += 0.5
    comparison = compare(question, Call(run=OK, result=pack(right))).comparison
    assert comparison.outcome is Outcome.WRONG_VALUE
    assert comparison.first_wrong is not None
    assert (comparison.first_wrong.row, comparison.first_wrong.column) == (3, 4)


def test_digits_are_lost_in_many_elements() -> None:
    """One that is a little off among right ones was not rounded; where all are, they were."""
    case = Case(size=33, kind=CaseKind.FLOATS)
    a, b = reference().inputs(case, random.Random(0))
    question = CaseQuestion(case=case, inputs=(a, b), reference=reference())
    right = a @ b
    one, tiny = right.copy(), right.copy()
    one[3, 4] += 1.0
    tiny[3, 4] += 1e-6
    assert outcome(question, one.tolist()) is Outcome.WRONG_VALUE
    assert outcome(question, tiny.tolist()) is Outcome.LOW_PRECISION
    assert outcome(question, right.round(1).tolist()) is Outcome.LOW_PRECISION
    assert outcome(question, right.astype("float16").tolist()) is Outcome.LOW_PRECISION


def test_whole_numbers_in_doubt_may_be_right() -> None:
    """Through a Fourier transform they are no longer whole; the answer decides."""
    case = Case(size=40, kind=CaseKind.LARGE)
    a, b = reference().inputs(case, random.Random(0))
    question = CaseQuestion(case=case, inputs=(a, b), reference=reference(), rounds=True)
    near = (a @ b + 1e-9).tolist()
    assert compare(question, Call(run=OK, result=pack(near))).comparison.outcome is Outcome.EQUAL
