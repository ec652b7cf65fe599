"""Proves that an exercise's cases tell every known mistake from the right answer and each other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.correctness.comparing import is_right
from grader.correctness.lookalikes import known_mistakes, models, shown
from grader.correctness.questions import Question, question, stream
from grader.model.course import Case, CaseKind, Exercise
from grader.model.reference import Inputs, Reference

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
    names = [*shown(reference, exercise.precision), RIGHT]
    pairs = tuple(
        (one, other)
        for index, one in enumerate(names)
        for other in names[index + 1 :]
        if any(_never_apart(alike, one, other) for alike in rounds)
    )
    return Separation(
        pairs=pairs, coincidences=tuple(_coincidences(_telling_cases(exercise), rounds))
    )


def _telling_cases(exercise: Exercise) -> list[Case]:
    """Leaves out large ones, which name no mistake."""
    return [case for case in exercise.cases if case.kind is not CaseKind.LARGE]


def _round(reference: Reference, exercise: Exercise, seed: bytes) -> Alike:
    asked = [
        question(case, exercise, reference, stream(seed, "separation", str(index)))
        for index, case in enumerate(_telling_cases(exercise))
    ]
    earlier: list[Inputs] = []
    rounds = []
    for one in asked:
        rounds.append(_taken_for(one, tuple(earlier), reference))
        earlier.append(one.inputs)
    return tuple(rounds)


def _taken_for(
    one: Question, earlier: Sequence[Inputs], reference: Reference
) -> dict[str, frozenset[str]]:
    mistaken = models(one, earlier, reference)
    taken = {}
    for name, model in mistaken.items():
        result = one.expected if model is None else model
        alike = set(known_mistakes(one, result, mistaken))
        taken[name] = frozenset(alike | ({RIGHT} if is_right(one, result) else set()))
    return taken


def _never_apart(alike: Alike, one: str, other: str) -> bool:
    return all(other in case.get(one, ()) or one in case.get(other, ()) for case in alike)


def _coincidences(cases: Sequence[Case], rounds: Sequence[Alike]) -> Iterable[Coincidence]:
    for index, case in enumerate(cases):
        for name in rounds[0][index] if rounds else ():
            times = sum(RIGHT in alike[index][name] for alike in rounds)
            if times:
                yield Coincidence(lookalike=name, case=case, times=times, seeds=len(rounds))
