"""Compare a result with a question. Comparisons are written so that NaN never passes."""

from msgspec import Struct

from grader.cases.questions import CaseQuestion
from grader.cases.values import EPS, REDUCED, equal_elements, numbers, same_numbers, unchanged
from grader.model.calling import Call, Value
from grader.model.course import CaseKind, Precision
from grader.model.evidence import Comparison, Element, Outcome
from grader.model.reference import Array
from grader.model.run import RunStatus

FEW_DIGITS = 2.0**-8
"""Norm-wise error of a float type that is too narrow: half precision rounds by 2**-11 each time."""
LAST_DIGITS = 2.0**-20  # norm-wise error that counts as low precision, even of few elements
MIN_WRONG_SHARE = 0.25  # share of wrong elements: rounding affects nearly all
MAX_SHOWN = 18  # numbers of a case that fit into a message: two 3×3 matrices
DIGITS = 10  # significant digits shown of an element
ALL_DIGITS = 17


class ComparedNumbers(Struct, frozen=True, kw_only=True):
    """A comparison and the array that it was made from."""

    comparison: Comparison
    numbers: Array | None  # a finite array of any shape, else None


def compare(question: CaseQuestion, call: Call) -> ComparedNumbers:
    """Compare type, then shape, finiteness and values."""
    if call.run.status is not RunStatus.OK or call.result is None:
        return ComparedNumbers(comparison=_described(question, call, Outcome.NOT_RUN), numbers=None)
    if _is_flat(question, call.result):
        return ComparedNumbers(
            comparison=_described(question, call, Outcome.NOT_A_MATRIX), numbers=None
        )
    result = numbers(call.result, axes=len(question.shape))
    outcome = _form(question, result)
    if result is None or outcome is Outcome.WRONG_SHAPE:
        return ComparedNumbers(
            comparison=_described(question, call, outcome), numbers=_finite(result)
        )
    if outcome is Outcome.EQUAL:
        outcome = _value_outcome(question, result)
    if outcome is not Outcome.EQUAL and call.misshapen:
        outcome = Outcome.WRONG_SHAPE
    comparison = _described(question, call, outcome, result)
    finite = None if outcome is Outcome.NOT_FINITE else result
    return ComparedNumbers(comparison=comparison, numbers=finite)


def _is_flat(question: CaseQuestion, value: Value) -> bool:
    """Return whether a value is a flat list where rows are expected; a 1-D array has a shape."""
    return len(value.shape) == 1 < len(question.shape) and "." not in value.container


def is_right(question: CaseQuestion, result: Array) -> bool:
    """Return whether all elements are right: integers exactly, floats within the bound."""
    if result.shape != question.shape:
        return False
    rows = question.wrong_rows(result)
    if rows is not None and not rows.size:
        return True
    return not _wrong(question, result).any()


def _form(question: CaseQuestion, result: Array | None) -> Outcome:
    import numpy as np

    if result is None:
        return Outcome.NOT_A_MATRIX
    if result.shape != question.shape:
        return Outcome.WRONG_SHAPE
    return Outcome.EQUAL if np.isfinite(result).all() else Outcome.NOT_FINITE


def _finite(result: Array | None) -> Array | None:
    """Return numbers of another shape, which may be a known mistake."""
    import numpy as np

    return result if result is not None and np.isfinite(result).all() else None


def _value_outcome(question: CaseQuestion, result: Array) -> Outcome:
    if is_right(question, result):
        return Outcome.EQUAL
    return Outcome.LOW_PRECISION if _few_digits(question, result) else Outcome.WRONG_VALUE


def _wrong(question: CaseQuestion, result: Array) -> Array:
    """Return a mask of the wrong elements. Integers of the reference are compared exactly."""
    exact = question.expected.dtype.kind != "f"
    equal = equal_elements(result, question.expected) if exact else None
    if equal is not None and (equal.all() or not may_round(question, result)):
        return ~equal
    return ~(_errors(question, result) <= question.bound)


def may_round(question: CaseQuestion, result: Array) -> bool:
    """Return whether integers may be inexact, as after a Fourier or Winograd transform."""
    return question.rounds and result.dtype.kind == "f"


def _errors(question: CaseQuestion, result: Array) -> Array:
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        errors: Array = np.abs(result.astype(np.float64) - question.expected.astype(np.float64))
    return errors


def _few_digits(question: CaseQuestion, result: Array) -> bool:
    """Return whether every float is right except for its last digits.

    Integers are never excused.
    """
    import numpy as np

    if result.dtype.kind != "f":
        return False
    errors = _errors(question, result)
    if question.precision is Precision.SINGLE:
        return bool((errors <= REDUCED * EPS[Precision.SINGLE] * question.scale).all())
    largest = np.abs(question.expected).max()
    often = _wrong(question, result).mean() >= MIN_WRONG_SHARE
    return bool(errors.max() <= (FEW_DIGITS if often else LAST_DIGITS) * largest)


def _error_ratio(question: CaseQuestion, result: Array, outcome: Outcome) -> float:
    """Return the largest error in units of the bound; 0 for a large right result (not computed)."""
    import numpy as np

    if outcome is Outcome.EQUAL and question.case.kind is CaseKind.LARGE:
        return 0.0
    if same_numbers(result, question.expected):
        return 0.0
    with np.errstate(all="ignore"):
        ratio = float((_errors(question, result) / question.bound).max())
    return ratio if ratio >= 0 else float("inf")


def _first_wrong(question: CaseQuestion, result: Array, outcome: Outcome) -> Element | None:
    """Return the first wrong element in row order; the first NaN or inf if there is one."""
    import numpy as np

    if outcome is Outcome.EQUAL:
        return None
    wrong = _wrong(question, result)
    if outcome is Outcome.NOT_FINITE:
        wrong = ~np.isfinite(result)
    if not wrong.any():
        return None
    place = tuple(int(index) for index in np.argwhere(wrong)[0])
    right, got = question.expected[place].item(), result[place].item()
    shown = (_number(right, DIGITS), _number(got, DIGITS))
    if shown[0] == shown[1]:
        shown = (_number(right, ALL_DIGITS), _number(got, ALL_DIGITS))
    row, column = place[-2:] if len(place) > 1 else (0, place[0])
    return Element(row=row, column=column, expected=shown[0], got=shown[1], place=place)


def _number(number: float, digits: int) -> str:
    return str(number) if isinstance(number, int) else f"{number:.{digits}g}"


def _described(
    question: CaseQuestion, call: Call, outcome: Outcome, result: Array | None = None
) -> Comparison:
    value = call.result
    return Comparison(
        case=question.case,
        run=call.run,
        outcome=outcome,
        given_shapes=tuple(matrix.shape for matrix in question.inputs),
        expected_shape=question.shape,
        kind=value.kind if value else None,
        shape=value.shape if value else (),
        container=value.container if value else "",
        elements=value.elements if value else "",
        description=value.description if value else "",
        first_wrong=None if result is None else _first_wrong(question, result, outcome),
        given=_given(question, outcome),
        error_ratio=float("inf") if result is None else _error_ratio(question, result, outcome),
        inputs_changed=bool(changed := _changed(question, call)),
        changed=changed,
    )


def _given(question: CaseQuestion, outcome: Outcome) -> str:
    if (
        outcome is not Outcome.WRONG_VALUE
        or sum(matrix.size for matrix in question.inputs) > MAX_SHOWN
    ):
        return ""
    return ", ".join(str(matrix.tolist()) for matrix in question.inputs)


def _changed(question: CaseQuestion, call: Call) -> tuple[int, ...]:
    """Return the indices of inputs that the call changed; only returned inputs are compared."""
    pairs = zip(question.inputs, call.inputs_after, strict=False)
    return tuple(
        place
        for place, (before, after) in enumerate(pairs)
        if after is not None and not unchanged(before, after)
    )
