"""Recognise known mistakes in a result, and word their lessons in the program's own names."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from grader.cases.comparing import is_right, may_round
from grader.cases.questions import CaseQuestion
from grader.cases.values import same_numbers
from grader.model.course import Precision
from grader.model.evidence import Outcome
from grader.model.reference import Answer, Array, Excerpt, Inputs, Lookalike, Reference

NAMED = re.compile(r"\{([abcijks])\}")
ROUNDING = 2.0**-36  # relative; effect of another summation order in a known mistake


def models(
    question: CaseQuestion, earlier: Sequence[Inputs], reference: Reference
) -> dict[str, Answer | None]:
    """Compute what every mistake returns, given the earlier calls in the process.

    Families are excluded: they are fitted to a result. None if a mistake has no effect, or is
    impossible with these shapes.
    """
    import numpy as np

    with np.errstate(all="ignore"):
        return {
            key: _model(lookalike, question, earlier)
            for key, lookalike in shown(reference, question.precision).items()
            if lookalike.fit is None
        }


def _model(
    lookalike: Lookalike, question: CaseQuestion, earlier: Sequence[Inputs]
) -> Answer | None:
    """Compute one mistake; `a.T @ b` of non-square matrices, for example, is impossible."""
    try:
        return lookalike.compute(question.inputs, earlier)
    except (ValueError, IndexError):  # raised by NumPy for shapes that do not fit
        return None


def shown(reference: Reference, precision: Precision) -> Mapping[str, Lookalike]:
    """Return the mistakes that are larger than rounding errors in this precision."""
    return {
        key: lookalike
        for key, lookalike in reference.lookalikes.items()
        if not (lookalike.fine and precision is Precision.SINGLE)
    }


def known_mistakes(
    question: CaseQuestion, result: Array, models: Mapping[str, Answer | None]
) -> tuple[str, ...]:
    """Return every mistake whose model the result equals.

    A mistake without effect in this case is included with the right answer. So the mistakes that
    explain a whole program are those included in all of its cases.
    """
    right = any(model is None for model in models.values()) and is_right(question, result)
    return tuple(
        key
        for key, model in models.items()
        if (right if model is None else _equals(question, result, model))
    )


def shows(question: CaseQuestion, model: Answer | None) -> bool:
    """Return whether a mistake's result differs from the right one here."""
    if isinstance(model, Excerpt):
        return True  # there is one only if the mistake shows
    return model is not None and not is_right(question, model)


def fitting_families(question: CaseQuestion, result: Array) -> tuple[str, ...]:
    """Return every family with a form that gives this result; a right answer usually has one."""
    import numpy as np

    with np.errstate(all="ignore"):
        fitted = {
            key: lookalike.fit(question.inputs, result)
            for key, lookalike in shown(question.reference, question.precision).items()
            if lookalike.fit is not None
        }
    return tuple(
        key
        for key, model in fitted.items()
        if model is not None and _equals(question, result, model)
    )


def _equals(question: CaseQuestion, result: Array, model: Answer) -> bool:
    import numpy as np

    if result.shape != model.shape:
        return False
    exactly = not may_round(question, result)
    if isinstance(model, Excerpt):
        bound = np.broadcast_to(allowed(question, model), model.shape).flat[model.places]
        result, model = result.flat[model.places], model.elements
    else:
        bound = allowed(question, model)
    if model.dtype.kind == "i" and exactly:
        return same_numbers(result, model)
    if not np.isfinite(model).all():
        return False
    with np.errstate(over="ignore"):
        near = np.abs(result.astype(np.float64) - model) <= bound
    return bool(near.all())


def allowed(question: CaseQuestion, model: Answer) -> Array:
    """Return the tolerance for a mistake's result, elementwise.

    These are the rounding errors of the right answer; for another shape, the largest of them.
    """
    import numpy as np

    elements = model.elements if isinstance(model, Excerpt) else model
    bound = question.bound if model.shape == question.shape else question.bound.max(initial=0.0)
    return bound + ROUNDING * np.abs(elements).max(initial=0)


def of_type(
    elements: str, outcome: Outcome, reference: Reference, names: Sequence[str]
) -> tuple[str, ...]:
    """Return the type of a result with too few digits, if that is a known mistake."""
    is_lookalike = elements in reference.lookalikes and outcome is Outcome.LOW_PRECISION
    return (elements,) if is_lookalike and elements not in names else ()


def with_mistakes(outcome: Outcome, names: Sequence[str], reference: Reference) -> Outcome:
    """Decide by the mistakes found whether a result is wrong or merely imprecise."""
    if outcome not in {Outcome.WRONG_VALUE, Outcome.LOW_PRECISION} or not names:
        return outcome
    precise = any(reference.lookalikes[name].precision for name in names)
    return Outcome.LOW_PRECISION if precise else Outcome.WRONG_VALUE


def in_own_names(text: str, names: Mapping[str, str]) -> str:
    """Replace {a}, {b}, {c}, {i}, {j}, {k} and {s} in a lesson with the program's names."""
    return NAMED.sub(lambda letter: names.get(letter[1], letter[1]), text)


# Relations of a result to the right one that apply to any operation: "right, but moved". A family
# based only on the right answer is named by its key here, and by references. Each returns the form
# nearest to the result, in its shape, or None.
Relation = Callable[[Array, Array], Array | None]  # (right, result)


def _offset(right: Array, result: Array) -> Array | None:
    import numpy as np

    return right + np.median(result - right) if right.shape == result.shape else None


def _multiple(right: Array, result: Array) -> Array | None:
    if right.shape != result.shape:
        return None
    right, result = right.astype(float), result.astype(float)
    return right * ((right * result).sum() / ((right * right).sum() or 1))


def _partly_zero(right: Array, result: Array) -> Array | None:
    import numpy as np

    return np.where(result == 0, 0, right) if right.shape == result.shape else None


def _misplaced(right: Array, result: Array) -> Array | None:
    """Return the right elements in the order of the result's."""
    import numpy as np

    if right.shape != result.shape:
        return None
    model = np.empty_like(right)
    model.flat[np.argsort(result, axis=None)] = np.sort(right, axis=None)
    return model


def _cut_off(right: Array, result: Array) -> Array | None:
    if result.ndim != right.ndim or not result.size:
        return None
    corner: Array = right[tuple(map(slice, result.shape))]
    return corner if corner.shape == result.shape else None


def _too_large(right: Array, result: Array) -> Array | None:
    import numpy as np

    if result.ndim != right.ndim:
        return None
    room = [long - short for long, short in zip(result.shape, right.shape, strict=True)]
    return np.pad(right, [(0, more) for more in room]) if min(room) >= 0 else None


RELATIONS: Mapping[str, Relation] = MappingProxyType(
    {
        "offset": _offset,
        "multiple": _multiple,
        "partly-zero": _partly_zero,
        "misplaced": _misplaced,
        "cut-off": _cut_off,
        "too-large": _too_large,
    }
)
"""Closest relation first."""
