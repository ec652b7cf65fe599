"""The inputs of one case with the answer to expect, fresh and secret for every seed."""

import hashlib
import hmac
import random
from dataclasses import dataclass
from functools import cached_property

from grader.correctness.precision import share
from grader.correctness.secret_sizes import secret_cases
from grader.model.course import Backend, Calls, Case, CaseKind, Exercise, Form, Precision
from grader.model.reference import Array, Inputs, Reference


@dataclass(frozen=True, kw_only=True)  # no slots: the answer is computed once, when asked for
class Question:
    """One input and what the reference says about it."""

    case: Case
    inputs: Inputs
    reference: Reference
    precision: Precision = Precision.DOUBLE
    dtype: str = "float64"  # of arrays and tensors that are given
    rounds: bool = False  # whole numbers, too, may come back as floats with rounding errors
    calls: Calls = Calls.ARRAYS
    vectors: int = 0  # secret; chooses the random vectors that a large answer is checked with

    @cached_property
    def expected(self) -> Array:
        """Is the right answer."""
        return self.reference.expected(*self.inputs)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Is the shape of the right answer; of a large one it is known without the answer."""
        known = self.reference.shape
        shape: tuple[int, ...] = known(*self.inputs) if known else self.expected.shape
        return shape

    @cached_property
    def scale(self) -> Array:
        """Is what rounding errors are measured by, element by element."""
        return self.reference.scale(*self.inputs)

    @property
    def parameters(self) -> Inputs:
        """Are the numbers that a student's own net is set to; none in other exercises."""
        return self.inputs[1:] if self.calls is Calls.MODEL else ()

    @cached_property
    def bound(self) -> Array:
        """Says how far a float answer may be away, element by element."""
        return share(self.precision) * self.scale

    def given(self, form: Form) -> Inputs:
        """Gives the inputs in the type of the exercise's arrays; lists keep their whole numbers."""
        import numpy as np

        if form is Form.LISTS:
            return self.inputs
        return tuple(np.ascontiguousarray(one, dtype=self.dtype) for one in self.inputs)

    def wrong_rows(self, result: Array) -> Array | None:
        """Says which rows of a large result may be wrong without computing the answer."""
        check = self.reference.wrong_rows
        if self.case.kind is not CaseKind.LARGE or check is None:
            return None
        rng = random.Random(self.vectors)  # noqa: S311  the secret is in `vectors`
        return check(self.inputs, result, rng)


def stream(seed: bytes, *labels: str) -> random.Random:
    """Makes a generator that depends on the seed and every label, and tells nothing of the seed."""
    digest = hmac.new(seed, "\0".join(labels).encode(), hashlib.sha256).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311  the secret is in the seed


def questions(exercise: Exercise, reference: Reference, seed: bytes) -> tuple[Question, ...]:
    """Asks every case that the exercise lists; the same seed asks the same."""
    return tuple(
        question(case, exercise, reference, stream(seed, exercise.id, str(index)))
        for index, case in enumerate(exercise.cases)
    )


def secret_questions(exercise: Exercise, reference: Reference, seed: bytes) -> tuple[Question, ...]:
    """Asks sizes that the exercise does not list; the same seed asks the same."""
    return tuple(
        question(case, exercise, reference, stream(seed, exercise.id, "secret", str(index)))
        for index, case in enumerate(secret_cases(exercise, stream(seed, exercise.id, "sizes")))
    )


def probe(exercise: Exercise, reference: Reference, seed: bytes) -> Question:
    """Asks a small case, to find the function with: of floats, if the function has to take any.

    With whole numbers a function that cuts everything to int would be as good as a right one.
    """
    floats = any(case.kind is CaseKind.FLOATS for case in exercise.cases)
    kind = CaseKind.FLOATS if floats else CaseKind.INTEGERS
    case = Case(size=reference.probe, kind=kind)
    return question(case, exercise, reference, stream(seed, exercise.id, "probe"))


def count_inputs(exercise: Exercise, reference: Reference) -> int:
    """Counts what the operation is given: two matrices mostly, or one, or more."""
    return len(probe(exercise, reference, b"").inputs)


def question(case: Case, exercise: Exercise, reference: Reference, rng: random.Random) -> Question:
    """Asks one case, with numbers that the exercise's dtype holds exactly."""
    import numpy as np

    inputs = reference.inputs(case, rng)
    if exercise.dtype != "float64":
        inputs = tuple(
            one if one.dtype.kind == "i" else one.astype(exercise.dtype).astype(np.float64)
            for one in inputs
        )
    return Question(
        case=case,
        inputs=inputs,
        reference=reference,
        precision=exercise.precision,
        dtype=exercise.dtype,
        calls=exercise.calls,
        rounds=exercise.backend is not Backend.PYTHON,
        vectors=rng.getrandbits(64),
    )
