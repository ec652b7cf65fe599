"""Asks again, to tell a program's own mistake from memory of earlier calls and from chance.

Known mistakes are named on the way. A function that is right is asked whether a later call
overwrites what an earlier one gave.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from grader.correctness.cases import NOT_THEIRS, CaseRun, ask, is_equal
from grader.correctness.children import Children
from grader.correctness.comparing import ComparedNumbers, is_right
from grader.correctness.doubting import closely_explained
from grader.correctness.lookalikes import (
    fitting_families,
    known_mistakes,
    models,
    of_type,
    shown,
    shows,
    with_mistakes,
)
from grader.correctness.questions import CaseQuestion
from grader.correctness.search import Search
from grader.correctness.values import ALWAYS, numbers, same_numbers
from grader.model.calling import IN_PLACE, Target
from grader.model.course import CaseKind
from grader.model.evidence import Comparison, Outcome
from grader.model.reference import Reference
from grader.model.run import USED_UP, RunStatus

REPEATS = 3  # wrong cases that are asked again in fresh children, where the first ends otherwise
AGAIN = 5  # times that a case is asked once more, to tell memory of earlier calls from chance
NO_REPEAT = USED_UP | NOT_THEIRS
SHOWS = {Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE, Outcome.NOT_A_MATRIX}
TWO = 2  # answers that say whether they are always the same


def explained(
    attempts: Sequence[CaseRun], target: Target, search: Search
) -> tuple[Comparison, ...]:
    """Names known mistakes if any case is wrong, and asks wrong ones again alone."""
    if all(map(is_equal, attempts)):
        return tuple(attempt.answer.comparison for attempt in attempts)
    named = [_named(attempt, search.reference) for attempt in attempts]
    if _always_the_same(attempts):
        named = [
            replace(comparison, lookalikes=(*comparison.lookalikes, ALWAYS)) for comparison in named
        ]
    alone, repeated = _alone(named, attempts, target, search.children)
    varying = _varying(alone, attempts, target, search.children)
    if not any(comparison.varies for comparison in varying):
        varying = _unsteady(varying, attempts, repeated, target, search)
    return tuple(varying)


def _named(attempt: CaseRun, reference: Reference) -> Comparison:
    """Adds every known mistake that the result equals, and every family that it fits."""
    answer = attempt.answer
    if answer.numbers is None or attempt.question.case.kind is CaseKind.LARGE:
        return answer.comparison  # of large results a known mistake takes long to compute
    mistaken = models(attempt.question, attempt.calls, reference)
    names = known_mistakes(attempt.question, answer.numbers, mistaken)
    showing = [name for name in names if shows(attempt.question, mistaken[name])]
    outcome = with_mistakes(answer.comparison.outcome, showing, reference)
    if answer.comparison.elements in shown(reference, attempt.question.precision):
        names += of_type(answer.comparison.elements, outcome, reference, names)
    names += fitting_families(attempt.question, answer.numbers)
    return replace(answer.comparison, lookalikes=names, outcome=outcome)


def _always_the_same(attempts: Sequence[CaseRun]) -> bool:
    """Whether the answer is one and the same for inputs of several sizes."""
    answers = [
        (attempt.question.shape, attempt.answer.numbers)
        for attempt in attempts
        if attempt.answer.numbers is not None
    ]
    same = {(numbers.shape, numbers.tobytes()) for _, numbers in answers}
    return len({shape for shape, _ in answers}) >= TWO and len(same) == 1


def _alone(
    comparisons: Sequence[Comparison],
    attempts: Sequence[CaseRun],
    target: Target,
    children: Children,
) -> tuple[list[Comparison], dict[int, ComparedNumbers]]:
    """Says of wrong cases how they end in a fresh process; the first in a process is alone.

    Where the first one that earlier calls may have spoilt ends as it did, they matter to none, and
    no other is asked. Also gives what was answered, by the case's place.
    """
    pairs = list(zip(comparisons, attempts, strict=True))
    alone = {
        place: comparison.outcome
        for place, (comparison, attempt) in enumerate(pairs)
        if attempt.was_called and not attempt.earlier
    }
    wrong = [
        place
        for place, (comparison, attempt) in enumerate(pairs)
        if place not in alone and _worth_repeating(comparison, attempt)
    ]
    repeated: dict[int, ComparedNumbers] = {}
    for place in wrong[:REPEATS]:
        children.renew()
        repeated[place] = ask(attempts[place].question, target, children).answer
        alone[place] = repeated[place].comparison.outcome
        if place == wrong[0] and alone[place] is comparisons[place].outcome:
            break
    answered = [
        replace(comparison, alone=alone.get(place)) for place, comparison in enumerate(comparisons)
    ]
    return answered, repeated


def _varying(
    comparisons: Sequence[Comparison],
    attempts: Sequence[CaseRun],
    target: Target,
    children: Children,
) -> list[Comparison]:
    """Looks whether a case that is right in a fresh process and wrong in a used one always is.

    The first such case is asked again and again: alone, and after the same calls as before. Memory
    of earlier calls gives what it gave; chance, the time or uninitialised memory does not.
    """
    marked = list(comparisons)
    for place, (comparison, attempt) in enumerate(zip(comparisons, attempts, strict=True)):
        if comparison.alone is Outcome.EQUAL and comparison.outcome is not Outcome.EQUAL:
            varies = _varies(attempt, target, children)
            marked[place] = replace(comparison, varies=varies)
            break
    return marked


def _varies(attempt: CaseRun, target: Target, children: Children) -> bool:
    earlier = [replace(attempt.question, inputs=inputs) for inputs in attempt.earlier]
    for before in AGAIN * [[], earlier]:
        children.renew()
        for question in before:
            ask(question, target, children)
        again = ask(attempt.question, target, children)
        ended = again.answer.comparison.run.status not in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
        if ended or len(again.earlier) != len(before):
            return False  # nobody can tell
        if not (_is_same(again.answer, attempt.answer) if before else is_equal(again)):
            return True
    return False


def _unsteady(
    comparisons: Sequence[Comparison],
    attempts: Sequence[CaseRun],
    repeated: Mapping[int, ComparedNumbers],
    target: Target,
    search: Search,
) -> list[Comparison]:
    """Looks whether a wrong case that no closer mistake explains is wrong in the same way again.

    What was `repeated`, and gave the same in both processes, has shown that.
    """
    answered = [comparison for comparison in comparisons if comparison.kind is not None]
    marked = list(comparisons)
    shown = [
        place
        for place, attempt in enumerate(attempts)
        if comparisons[place].outcome in SHOWS and attempt.answer.numbers is not None
    ]
    if not shown or closely_explained(answered, search.reference):
        return marked
    twice = [place for place in shown if place in repeated and repeated[place].numbers is not None]
    if any(not _differ(attempts[at].question, attempts[at].answer, repeated[at]) for at in twice):
        return marked
    question = attempts[shown[0]].question
    answers = []
    for _ in range(TWO):
        search.children.renew()
        answers.append(ask(question, target, search.children).answer)
    marked[shown[0]] = replace(comparisons[shown[0]], varies=_differ(question, *answers))
    return marked


def _differ(question: CaseQuestion, first: ComparedNumbers, other: ComparedNumbers) -> bool:
    """Whether two answers are further apart than rounding may put them."""
    import numpy as np

    if first.numbers is None or other.numbers is None:
        return False  # nobody can tell
    if first.numbers.shape != other.numbers.shape:
        return True
    same = first.numbers.shape == question.shape
    slack = question.bound if same else question.bound.max(initial=0.0)
    return bool((np.abs(first.numbers.astype(float) - other.numbers) > slack).any())


def _is_same(first: ComparedNumbers, other: ComparedNumbers) -> bool:
    import numpy as np

    left, right = first.comparison, other.comparison
    if (left.outcome, left.run.status, left.kind) != (right.outcome, right.run.status, right.kind):
        return False
    if first.numbers is None or other.numbers is None:
        return left.first_wrong == right.first_wrong and left.description == right.description
    return np.array_equal(first.numbers, other.numbers)


def _worth_repeating(comparison: Comparison, attempt: CaseRun) -> bool:
    wrong = comparison.outcome is not Outcome.EQUAL
    return attempt.was_called and wrong and comparison.run.status not in NO_REPEAT


def with_overwritten(
    comparisons: tuple[Comparison, ...],
    all_questions: Sequence[CaseQuestion],
    target: Target,
    search: Search,
) -> tuple[Comparison, ...]:
    """Mark the case whose result a later call of the same size overwrites.

    Asked of functions that are right otherwise: what they return may be a buffer of their own, and
    who calls twice and keeps both results then has one of them twice.
    """
    right = all(comparison.outcome is Outcome.EQUAL for comparison in comparisons)
    if not right or not search.exercise.of_arrays or target.convention in IN_PLACE:
        return comparisons
    place, later = _pair_of_one_size(all_questions)
    question = all_questions[place]
    values = search.children.result_twice(target, question, later)
    first, again = (
        None if value is None else numbers(value, axes=len(question.shape)) for value in values
    )
    if first is None or again is None or not is_right(question, first):
        return comparisons
    if first.shape == again.shape and same_numbers(first, again):
        return comparisons
    marked = replace(comparisons[place], overwritten=True)
    return (*comparisons[:place], marked, *comparisons[place + 1 :])


def _pair_of_one_size(all_questions: Sequence[CaseQuestion]) -> tuple[int, CaseQuestion]:
    """Pick the place of a small question, and another one whose inputs have the same shapes."""
    places = sorted(
        range(len(all_questions)),
        key=lambda place: (all_questions[place].case.size < TWO, all_questions[place].case.size),
    )
    for place, other in combinations(places, 2):
        one, two = all_questions[place], all_questions[other]
        if one.case.kind is two.case.kind and _shapes(one) == _shapes(two):
            return place, two
    question = all_questions[places[0]]
    return places[0], replace(question, inputs=(-question.inputs[0], *question.inputs[1:]))


def _shapes(question: CaseQuestion) -> list[tuple[int, ...]]:
    return [matrix.shape for matrix in question.inputs]
