"""Whether inputs distinguish every known mistake from the right answer, and from each other.

Checked for an exercise's cases before a class is graded.
"""

from collections.abc import Mapping, Sequence

from grader.cases.comparing import is_right
from grader.cases.lookalikes import allowed, fitting_families, known_mistakes, models, shown
from grader.cases.questions import CaseQuestion, question
from grader.model.course import Backend, CaseKind, Exercise
from grader.model.reference import Array, Inputs, Lookalike, Reference

RIGHT = "right"  # stands for the right answer in a pair


Alike = tuple[Mapping[str, frozenset[str]], ...]
"""For each case: what each lookalike's result is taken for, "right" and other lookalikes."""


def alike_pairs(
    reference: Reference, exercise: Exercise, seeds: Sequence[bytes]
) -> tuple[tuple[str, str], ...]:
    """Return pairs that the cases cannot distinguish: (lookalike, "right" or another lookalike).

    Every lookalike is graded like a student's program, once per seed. A pair is listed if for some
    seed no case distinguishes the two. A family may include a closer mistake among its forms, since
    the closer one is named.
    """
    rounds = [_round(reference, exercise, seed) for seed in seeds]
    lookalikes = shown(reference, exercise.precision)
    families = [name for name, lookalike in lookalikes.items() if lookalike.fit is not None]
    names = [*(name for name in lookalikes if name not in families), *families, RIGHT]
    return tuple(
        (first, second)
        for index, first in enumerate(names)
        for second in names[index + 1 :]
        if not _share_a_name(lookalikes.get(first), lookalikes.get(second))
        and any(_never_apart(alike, first, second, family=second in families) for alike in rounds)
    )


def _share_a_name(first: Lookalike | None, second: Lookalike | None) -> bool:
    """Return whether two models are of the same mistake, such as blocks of two sizes."""
    return first is not None and second is not None and first.name == second.name


def _round(reference: Reference, exercise: Exercise, seed: bytes) -> Alike:
    """Return the table for one seed, without large cases, which name no mistake."""
    small = [case for case in exercise.cases if case.kind is not CaseKind.LARGE]
    questions = [
        question(case, exercise, reference, seed, "separation", str(index))
        for index, case in enumerate(small)
    ]
    earlier: list[Inputs] = []
    rounds = []
    for case_question in questions:
        rounds.append(_taken_for(case_question, tuple(earlier), reference))
        earlier.append(case_question.inputs)
    return tuple(rounds)


def _taken_for(
    question: CaseQuestion, earlier: Sequence[Inputs], reference: Reference
) -> dict[str, frozenset[str]]:
    """Return what each result is taken for.

    Families are compared by the form fitted to the answer.
    """
    mistaken = models(question, earlier, reference)
    forms = {
        key: _form(lookalike, question)
        for key, lookalike in shown(reference, question.precision).items()
        if lookalike.fit is not None
    }
    results = {
        name: question.expected if model is None else model
        for name, model in {**mistaken, **forms}.items()
    }
    taken: dict[str, frozenset[str]] = {}
    alike_by_numbers: dict[
        object, frozenset[str]
    ] = {}  # in small cases many mistakes give the same numbers
    for name, others in _near(question, results, mistaken).items():
        result = results[name]
        numbers_in_it = (result.dtype.str, result.shape, result.tobytes())
        if numbers_in_it not in alike_by_numbers:
            alike = known_mistakes(question, result, {other: mistaken[other] for other in others})
            right = {RIGHT} if is_right(question, result) else set()
            alike_by_numbers[numbers_in_it] = frozenset(alike) | right
        families = fitting_families(question, result) if name in forms else ()
        taken[name] = alike_by_numbers[numbers_in_it] | {*families}
    return taken


def _form(lookalike: Lookalike, question: CaseQuestion) -> Array | None:
    try:
        return lookalike.compute(question.inputs, ())
    except (ValueError, IndexError):
        return None


PLACES = 8  # elements compared before all are


def _near(
    question: CaseQuestion, results: Mapping[str, Array], mistaken: Mapping[str, Array | None]
) -> dict[str, list[str]]:
    """Return for each result the mistakes that it may equal, judging by a few elements."""
    import numpy as np

    hidden = [key for key, model in mistaken.items() if model is None]
    near = {name: [*hidden] for name in results}
    for shape in {result.shape for result in results.values()}:
        here = [name for name, result in results.items() if result.shape == shape]
        models_here = {key: model for key in here if (model := mistaken.get(key)) is not None}
        if not models_here:
            continue
        size = int(np.prod(shape))
        places = np.linspace(0, max(0, size - 1), min(size, PLACES)).astype(int)
        modelled = np.array([model.flat[places] for model in models_here.values()], dtype=float)
        computed = np.array([results[name].flat[places] for name in here], dtype=float)
        bounds = np.array(
            [
                np.broadcast_to(allowed(question, model), shape).flat[places]
                for model in models_here.values()
            ]
        )
        with np.errstate(all="ignore"):
            apart = (np.abs(computed[:, None] - modelled) > bounds).any(axis=2)
        for name, differs in zip(here, apart, strict=True):
            near[name] += [key for key, away in zip(models_here, differs, strict=True) if not away]
    return near


def _never_apart(alike: Alike, first: str, second: str, *, family: bool) -> bool:
    return all(
        first in case.get(second, ()) or (not family and second in case.get(first, ()))
        for case in alike
    )


def small_questions_alike(exercise: Exercise) -> object:
    """Return a key that is equal for exercises with the same listed cases, ignoring large ones."""
    small = (case for case in exercise.cases if case.kind is not CaseKind.LARGE)
    numbers = (exercise.precision, exercise.dtype, exercise.backend is Backend.PYTHON)
    return (exercise.operation, exercise.variant, exercise.calls, *numbers, *small)
