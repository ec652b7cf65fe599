"""What a reference says about its operation: parameters, words, and an example."""

import inspect
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.model.course import Case, CaseKind
from grader.model.reference import Inputs, Reference

SEED = 1  # the same example every time
FEW = 40  # numbers that an example shows
DIGITS = 4
TEMPLATE = ("a",)  # parameters of a reference that is yet to be filled in


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An operation in words and numbers; without a reference, next to nothing."""

    parameters: tuple[str, ...] = TEMPLATE
    task: Mapping[str, str] = field(default_factory=dict)  # {"ja": …, "en": …}, or nothing
    given: tuple[Any, ...] = ()  # nested lists; nothing = no example
    result: Any = None
    exact: bool = True  # whether the result is of whole numbers, as shown


def ask(reference: Reference | None, sizes: tuple[int, ...]) -> Asked:
    """Asks a reference for what a handout says."""
    if reference is None:
        return Asked()
    size = max(2, min(sizes, default=2))
    case = Case(size=size, kind=CaseKind.INTEGERS)
    given = reference.inputs(case, random.Random(SEED))  # noqa: S311  shown to everybody
    parameters = _parameters(reference.expected, given)
    answer = reference.expected(*given)
    if answer.size + sum(one.size for one in given) > FEW:
        return Asked(parameters=parameters, task=reference.asks)
    return Asked(
        parameters=parameters,
        task=reference.asks,
        given=tuple(one.tolist() for one in given),
        result=answer.round(DIGITS).tolist(),
        exact=answer.dtype.kind != "f",
    )


def _parameters(expected: Callable[..., Any], given: Inputs) -> tuple[str, ...]:
    """Takes the names from the reference's own function, if it names them one by one."""
    names = tuple(inspect.signature(expected).parameters)
    return names if len(names) == len(given) else tuple("abcdefgh"[: len(given)])


def zeros_known_as(reference: Reference, cases: tuple[Case, ...]) -> str | None:
    """Says which known mistake a result of zeros is; "" for none, None where it is no mistake."""
    names = list(reference.lookalikes)
    for case in cases:
        given = reference.inputs(case, random.Random(SEED))  # noqa: S311  nothing secret
        answer = reference.expected(*given)
        if not answer.any():
            return None
        names = [one for one in names if _is_zeros(reference, one, given, answer.shape)]
    return names[0] if names else ""


def _is_zeros(reference: Reference, name: str, given: Inputs, shape: tuple[int, ...]) -> bool:
    model = reference.lookalikes[name].compute(given, ())
    return model is not None and model.shape == shape and not model.any()
