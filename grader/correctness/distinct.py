"""Whether the matrices that a script left tell the right answer from every known mistake."""

from collections.abc import Mapping

from grader.correctness.lookalikes import known_mistakes, models
from grader.correctness.questions import Question
from grader.correctness.values import numbers
from grader.model.course import Case, CaseKind, Exercise
from grader.model.program import Product
from grader.model.reference import Reference
from grader.model.run import Value

MOST = 256  # of the longest side: computing the mistakes of larger ones takes long


def tells_apart(
    found: Product, values: Mapping[str, Value], exercise: Exercise, reference: Reference
) -> bool:
    """Says whether no known mistake gives the same result for these two matrices.

    Where Y is symmetric, X·Yᵀ is X·Y, and who transposes Y by mistake would pass.
    """
    left, right, result = (numbers(values[one]) for one in (found.left, found.right, found.result))
    if left is None or right is None or result is None or max(*left.shape, *right.shape) > MOST:
        return False
    whole = all(one.dtype.kind in "iu" for one in (left, right, result))
    case = Case(size=found.size, kind=CaseKind.INTEGERS if whole else CaseKind.FLOATS)
    asked = Question(
        case=case,
        inputs=(left, right),
        reference=reference,
        precision=exercise.precision,
        rounds=True,
    )
    mistaken = {
        key: model
        for key, model in models(asked, (), reference).items()
        if model is not None and not reference.lookalikes[key].precision
    }
    return not known_mistakes(asked, result, mistaken)
