"""The inputs of one case with the answer to expect, fresh and secret for every seed."""

import hashlib
import hmac
import random
from dataclasses import dataclass

from grader.model.course import Case, CaseKind, Exercise
from grader.model.reference import Array, Inputs, Reference

PROBE = Case(size=2, kind=CaseKind.INTEGERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One input and what the reference says about it."""

    case: Case
    inputs: Inputs
    expected: Array
    bound: Array  # how far a float answer may be away, element by element


def stream(seed: bytes, *labels: str) -> random.Random:
    """Makes a generator that depends on the seed and every label, and tells nothing of the seed."""
    digest = hmac.new(seed, "\0".join(labels).encode(), hashlib.sha256).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311  the secret is in the seed


def questions(exercise: Exercise, reference: Reference, seed: bytes) -> tuple[Question, ...]:
    """Asks every case of the exercise; the same seed asks the same."""
    return tuple(
        question(case, reference, stream(seed, exercise.id, str(index)))
        for index, case in enumerate(exercise.cases)
    )


def probe(exercise: Exercise, reference: Reference, seed: bytes) -> Question:
    """Asks a 2x2 product, to find the function with."""
    return question(PROBE, reference, stream(seed, exercise.id, "probe"))


def question(case: Case, reference: Reference, rng: random.Random) -> Question:
    """Asks one case."""
    inputs = reference.inputs(case, rng)
    return Question(
        case=case,
        inputs=inputs,
        expected=reference.expected(*inputs),
        bound=reference.bound(*inputs),
    )
