"""Repeat wrong cases, to distinguish mistakes from memory of earlier calls and from chance.

Known mistakes are named while their process still exists. A right function is checked for results
that later calls overwrite.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from grader.cases.children import Children
from grader.cases.comparing import ComparedNumbers, is_right
from grader.cases.lookalikes import (
    fitting_families,
    known_mistakes,
    models,
    of_type,
    shown,
    shows,
    with_mistakes,
)
from grader.cases.questions import CaseQuestion
from grader.cases.values import ALWAYS, numbers, same_numbers
from grader.exercises.arrays.case_runs import GRADER_FAULTS, CaseRun, ask, is_equal
from grader.exercises.arrays.doubting import closely_explained
from grader.exercises.arrays.search import Search
from grader.model.calling import IN_PLACE, Target
from grader.model.course import CaseKind
from grader.model.evidence import Comparison, Outcome
from grader.model.reference import Reference
from grader.model.run import USED_UP, RunStatus

MAX_REPEATED = 3  # maximum number of wrong cases repeated in fresh children
MAX_REPETITIONS = 5  # repetitions to distinguish memory of earlier calls from chance
NO_REPEAT = USED_UP | GRADER_FAULTS
SHOWS = {Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE, Outcome.NOT_A_MATRIX}
TWO = 2  # answers needed to see whether they are always the same


def explained(
    attempts: Sequence[CaseRun], target: Target, search: Search
) -> tuple[Comparison, ...]:
    """Name known mistakes if any case is wrong, and repeat wrong ones in fresh processes."""
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
    """Add every known mistake that the result equals, and every family that it fits."""
    answer = attempt.answer
    if answer.numbers is None or attempt.question.case.kind is CaseKind.LARGE:
        return answer.comparison  # modelling a mistake of large results is slow
    mistaken = models(attempt.question, attempt.calls, reference)
    names = known_mistakes(attempt.question, answer.numbers, mistaken)
    showing = [name for name in names if shows(attempt.question, mistaken[name])]
    outcome = with_mistakes(answer.comparison.outcome, showing, reference)
    if answer.comparison.elements in shown(reference, attempt.question.precision):
        names += of_type(answer.comparison.elements, outcome, reference, names)
    names += fitting_families(attempt.question, answer.numbers)
    return replace(answer.comparison, lookalikes=names, outcome=outcome)


def _always_the_same(attempts: Sequence[CaseRun]) -> bool:
    """Return whether the answer is identical for inputs of different sizes."""
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
    """Add how wrong cases end in a fresh process; the first case in a process already was alone.

    If the first repeated case ends as before, earlier calls are irrelevant and no other is
    repeated. Also return the repeated answers by index.
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
    for place in wrong[:MAX_REPEATED]:
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
    """Check whether results that differ between a fresh and a used process are reproducible.

    The first such case is repeated, alone and after the same earlier calls. Memory of earlier calls
    reproduces both results; chance, the time or uninitialised memory does not.
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
    for before in MAX_REPETITIONS * [[], earlier]:
        children.renew()
        for question in before:
            ask(question, target, children)
        again = ask(attempt.question, target, children)
        ended = again.answer.comparison.run.status not in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
        if ended or len(again.earlier) != len(before):
            return False  # undecidable
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
    """Check whether a wrong case that no specific mistake explains is reproducible.

    A case already `repeated` with the same result needs no further check.
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
    """Return whether two answers differ by more than rounding errors."""
    import numpy as np

    if first.numbers is None or other.numbers is None:
        return False  # undecidable
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

    Only for functions that are otherwise right: they may return a buffer of their own, so that two
    results kept by the caller are the same.
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
    """Return the index of a small question, and another question with the same shapes."""
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
