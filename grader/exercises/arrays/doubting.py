"""Decide whether a failure may be due to how the function was called: then a person looks."""

from collections.abc import Sequence

from msgspec.structs import replace

from grader.cases.children import Children
from grader.cases.probing import Discovery
from grader.cases.questions import CaseQuestion
from grader.cases.values import numbers
from grader.exercises.arrays.search import Search
from grader.model.calling import IN_PLACE, Convention, Target
from grader.model.course import CaseKind
from grader.model.evidence import Comparison, Doubt, Outcome
from grader.model.reference import Reference
from grader.model.run import RunStatus

ORDERS = {Convention.AB, Convention.BA}
STACKED = 1e-5  # tolerance for a stack, relative to the largest element
TWO = 2  # axes of a matrix, and copies of one in a stack
UNPROVEN_CONVENTIONS = frozenset(Convention) - {
    Convention.AB,
    Convention.BA,
    Convention.OBJECTS,
    Convention.PAIR,
    Convention.OWN,
}

"""Calling conventions with extra arguments; nothing in the program confirms them."""


def doubt_of(
    tried: Sequence[tuple[CaseQuestion, Comparison]], discovery: Discovery, search: Search
) -> Doubt | None:
    """Return a doubt if the failure may be due to how the function was called.

    An extra size argument was guessed, unless declared types prescribe it. The guess is confirmed
    if a case or probe with the same pattern of equal lengths was right.
    """
    assert discovery.entry is not None
    name = discovery.entry.target.name
    if any(each.ways for each in search.facts.definitions if each.name == name):
        return None
    if _is_right_for_stacks(tried, discovery.entry.target, search):
        return Doubt.STACKS
    convention = discovery.entry.target.convention
    wrong = [
        (case_question, comparison)
        for case_question, comparison in tried
        if comparison.outcome is not Outcome.EQUAL
    ]
    if convention not in UNPROVEN_CONVENTIONS:
        return None
    if any(
        comparison.run.status not in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
        for _, comparison in wrong
    ):
        return None
    proven_patterns = {
        _pattern(case_question)
        for case_question, comparison in tried
        if comparison.outcome is Outcome.EQUAL
    }
    proven_patterns |= {_pattern(search.question)} if discovery.right else set()
    odd = all(len({*_pattern(case_question)}) > 1 for case_question, _ in wrong)
    asked_small = [
        comparison
        for case_question, comparison in tried
        if case_question.case.kind is not CaseKind.LARGE
    ]
    explained = closely_explained(asked_small, search.reference)
    if (
        odd
        and not explained
        and proven_patterns.isdisjoint(_pattern(case_question) for case_question, _ in wrong)
    ):
        return Doubt.SHAPES
    raised = all(comparison.run.status is RunStatus.RUNTIME_ERROR for _, comparison in wrong)
    return Doubt.FILLED if raised and convention in IN_PLACE else None


def _is_right_for_stacks(
    tried: Sequence[tuple[CaseQuestion, Comparison]], target: Target, search: Search
) -> bool:
    """Return whether a function without a right shape expects one more axis.

    It is called again with a stack of two images, with one kernel or with two.
    """
    small = [
        (asked, comparison)
        for asked, comparison in tried
        if asked.case.size >= TWO and asked.case.kind is not CaseKind.LARGE
    ]
    single = all(matrix.ndim == TWO for asked, _ in small for matrix in asked.inputs)
    shapeless = all(_is_shapeless(comparison) for _, comparison in small)
    if not small or not single or not shapeless or target.convention not in ORDERS:
        return False
    return any(
        all(_is_right_for_a_stack(asked, way, count, search.children) for asked, _ in small)
        for way in (replace(target, form=form) for form in search.exercise.gives)
        for count in (1, len(small[0][0].inputs))
    )


def _is_right_for_a_stack(
    question: CaseQuestion, target: Target, count: int, children: Children
) -> bool:
    """Return whether the function is right if the first `count` inputs are each stacked twice."""
    import numpy as np

    twice = tuple(np.stack([matrix] * TWO) for matrix in question.inputs[:count])
    stacked = replace(question, inputs=(*twice, *question.inputs[count:]))
    call = children.ask(target, stacked).call
    expected = np.stack([question.expected] * TWO)
    answered = numbers(call.result, expected.ndim) if call.result is not None else None
    if answered is None or answered.shape != expected.shape:
        return False
    with np.errstate(all="ignore"):
        away = np.abs(answered.astype(float) - expected)
        return bool((away <= STACKED * np.abs(expected).max(initial=1.0)).all())


def _is_shapeless(comparison: Comparison) -> bool:
    """Return whether a call raised, or returned nothing of the right shape."""
    raised = comparison.run.status is RunStatus.RUNTIME_ERROR
    return raised or comparison.outcome in {Outcome.WRONG_SHAPE, Outcome.NOT_A_MATRIX}


def closely_explained(comparisons: Sequence[Comparison], reference: Reference) -> bool:
    """Return whether one known mistake, other than a family, explains them all."""
    lookalikes = reference.lookalikes
    shared = set.intersection(
        *({*comparison.lookalikes} for comparison in comparisons), {*lookalikes}
    )
    return any(lookalikes[name].fit is None for name in shared)


def _pattern(case_question: CaseQuestion) -> tuple[int, ...]:
    """Return which lengths of inputs and answer are equal, as indices of first occurrence."""
    shapes = (*(matrix.shape for matrix in case_question.inputs), case_question.shape)
    lengths = [length for shape in shapes for length in shape]
    return tuple(lengths.index(length) for length in lengths)
