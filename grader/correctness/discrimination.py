"""Whether inputs tell every known mistake from the right answer, and mistakes from each other.

Asked of an exercise's cases before a class is graded, and of the matrices that a script left.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.correctness.comparing import is_right
from grader.correctness.lookalikes import known_mistakes, models, shown
from grader.correctness.questions import CaseQuestion, question, stream
from grader.correctness.values import numbers
from grader.model.course import Case, CaseKind, Exercise
from grader.model.reference import Inputs, Lookalike, Reference
from grader.model.run import Product, Value

RIGHT = "right"  # stands for the right answer in a pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Coincidence:
    """A case in which a mistake gives the right answer, so that it cannot show there."""

    lookalike: str
    case: Case
    times: int  # of how many seeds
    seeds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """What the cases cannot tell apart."""

    pairs: tuple[tuple[str, str], ...]  # (lookalike, "right") or (lookalike, lookalike)
    coincidences: tuple[Coincidence, ...]

    @property
    def complete(self) -> bool:
        """Whether every pair is told apart, whatever the seed."""
        return not self.pairs


Alike = tuple[Mapping[str, frozenset[str]], ...]
"""For each case: what each lookalike's result is taken for, "right" and other lookalikes."""


def separation(reference: Reference, exercise: Exercise, seeds: Sequence[bytes]) -> Separation:
    """Hands in every lookalike as if it were a student's program, once per seed.

    A pair is listed when there is a seed with which no case tells the two apart.
    """
    rounds = [_round(reference, exercise, seed) for seed in seeds]
    known = shown(reference, exercise.precision)
    names = [*known, RIGHT]
    pairs = tuple(
        (first, second)
        for index, first in enumerate(names)
        for second in names[index + 1 :]
        if not _share_a_name(known.get(first), known.get(second))
        and any(_never_apart(alike, first, second) for alike in rounds)
    )
    return Separation(
        pairs=pairs, coincidences=tuple(_coincidences(_small_cases(exercise), rounds))
    )


def _share_a_name(first: Lookalike | None, second: Lookalike | None) -> bool:
    """Whether two models are of one mistake, such as blocks of two sizes."""
    return first is not None and second is not None and first.name == second.name


def _small_cases(exercise: Exercise) -> list[Case]:
    """Leaves out large ones, which name no mistake."""
    return [case for case in exercise.cases if case.kind is not CaseKind.LARGE]


def _round(reference: Reference, exercise: Exercise, seed: bytes) -> Alike:
    questions = [
        question(case, exercise, reference, stream(seed, "separation", str(index)))
        for index, case in enumerate(_small_cases(exercise))
    ]
    earlier: list[Inputs] = []
    rounds = []
    for asked in questions:
        rounds.append(_taken_for(asked, tuple(earlier), reference))
        earlier.append(asked.inputs)
    return tuple(rounds)


def _taken_for(
    asked: CaseQuestion, earlier: Sequence[Inputs], reference: Reference
) -> dict[str, frozenset[str]]:
    mistaken = models(asked, earlier, reference)
    taken = {}
    for name, model in mistaken.items():
        result = asked.expected if model is None else model
        alike = set(known_mistakes(asked, result, mistaken))
        taken[name] = frozenset(alike | ({RIGHT} if is_right(asked, result) else set()))
    return taken


def _never_apart(alike: Alike, first: str, second: str) -> bool:
    return all(second in case.get(first, ()) or first in case.get(second, ()) for case in alike)


def _coincidences(cases: Sequence[Case], rounds: Sequence[Alike]) -> Iterable[Coincidence]:
    for index, case in enumerate(cases):
        for name in rounds[0][index] if rounds else ():
            times = sum(RIGHT in alike[index][name] for alike in rounds)
            if times:
                yield Coincidence(lookalike=name, case=case, times=times, seeds=len(rounds))


MOST = 256  # of the longest side: computing the mistakes of larger ones takes long


def tells_apart(
    product: Product, values: Mapping[str, Value], exercise: Exercise, reference: Reference
) -> bool:
    """Whether no known mistake gives the same result for these two matrices.

    Where Y is symmetric, X·Yᵀ is X·Y, and who transposes Y by mistake would pass.
    """
    left, right, result = (
        numbers(values[name]) for name in (product.left, product.right, product.result)
    )
    if left is None or right is None or result is None or max(*left.shape, *right.shape) > MOST:
        return False
    whole = all(matrix.dtype.kind in "iu" for matrix in (left, right, result))
    case = Case(size=product.size, kind=CaseKind.INTEGERS if whole else CaseKind.FLOATS)
    asked = CaseQuestion(
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
