"""The inputs of one case with the answer to expect, fresh and secret for every seed.

Secret sizes are named by no list: each submission's own, so that listed sizes alone are not
enough. What a size is, the reference says: rows, or images in a batch. Nothing is asked that the
listed sizes do not have in common: where all of them are even, or powers of two, a handout may have
promised it, and a program may rely on it.
"""

import hashlib
import hmac
import math
import random
import secrets
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice

from msgspec import Struct, field

from grader.correctness.values import share
from grader.model.course import Backend, Case, CaseKind, Exercise, Form, Precision
from grader.model.reference import Array, Inputs, Reference


class CaseQuestion(
    Struct, frozen=True, kw_only=True, dict=True
):  # no slots: the answer is computed once, when asked for
    """One input and what the reference says about it."""

    case: Case
    inputs: Inputs
    reference: Reference
    precision: Precision = Precision.DOUBLE
    dtype: str = "float64"  # of arrays and tensors that are given
    rounds: bool = False  # whole numbers, too, may come back as floats with rounding errors
    # Chooses the random vectors that a large answer is checked with. A program sees the inputs, and
    # from those the state of their generator: this must never come from the same one.
    vectors: int = field(default_factory=lambda: secrets.randbits(256))

    @cached_property
    def expected(self) -> Array:
        """Is the right answer."""
        return self.reference.expected(*self.inputs)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Is the shape of the right answer; of a large one it is known without the answer."""
        shape_of = self.reference.shape
        shape: tuple[int, ...] = shape_of(*self.inputs) if shape_of else self.expected.shape
        return shape

    @cached_property
    def scale(self) -> Array:
        """Is what rounding errors are measured by, element by element."""
        return self.reference.scale(*self.inputs)

    @cached_property
    def bound(self) -> Array:
        """Says how far a float answer may be away, element by element."""
        return share(self.precision) * self.scale

    def given(self, form: Form) -> Inputs:
        """Gives the inputs in the type of the exercise's arrays; lists keep their whole numbers."""
        import numpy as np

        if form is Form.LISTS:
            return self.inputs
        return tuple(np.ascontiguousarray(matrix, dtype=self.dtype) for matrix in self.inputs)

    def wrong_rows(self, result: Array) -> Array | None:
        """Says which rows of a large result may be wrong without computing the answer."""
        check = self.reference.wrong_rows
        if self.case.kind is not CaseKind.LARGE or check is None:
            return None
        rng = random.Random(self.vectors)  # noqa: S311  the secret is in `vectors`
        return check(self.inputs, result, rng)


def stream(seed: bytes, *labels: str) -> random.Random:
    """Make a generator from the seed and the labels; its state reveals nothing about the seed.

    A program that sees enough of what it draws can predict the rest. So it draws the inputs of one
    question, or sizes, and nothing besides.
    """
    return random.Random(_derived(seed, *labels))  # noqa: S311  the secret is in the seed


def _derived(seed: bytes, *labels: str) -> int:
    digest = hmac.digest(seed, "\0".join(labels).encode(), hashlib.sha256)
    return int.from_bytes(digest, "big")


def questions(exercise: Exercise, reference: Reference, seed: bytes) -> tuple[CaseQuestion, ...]:
    """Asks every case that the exercise lists; the same seed asks the same."""
    return tuple(
        question(case, exercise, reference, seed, exercise.id, str(index))
        for index, case in enumerate(exercise.cases)
    )


def secret_questions(
    exercise: Exercise, reference: Reference, seed: bytes
) -> tuple[CaseQuestion, ...]:
    """Asks sizes that the exercise does not list; the same seed asks the same."""
    return tuple(
        question(case, exercise, reference, seed, exercise.id, "secret", str(index))
        for index, case in enumerate(secret_cases(exercise, stream(seed, exercise.id, "sizes")))
    )


def probe(exercise: Exercise, reference: Reference, seed: bytes) -> CaseQuestion:
    """Asks a small case, to find the function with: of floats, if the function has to take any.

    With whole numbers a function that cuts everything to int would be as good as a right one.
    """
    floats = any(case.kind is CaseKind.FLOATS for case in exercise.cases)
    kind = CaseKind.FLOATS if floats else CaseKind.INTEGERS
    case = Case(size=reference.probe, kind=kind)
    return question(case, exercise, reference, seed, exercise.id, "probe")


def count_inputs(exercise: Exercise, reference: Reference) -> int:
    """Counts what the operation is given: two matrices mostly, or one, or more."""
    return len(probe(exercise, reference, b"").inputs)


def question(
    case: Case, exercise: Exercise, reference: Reference, seed: bytes, *labels: str
) -> CaseQuestion:
    """Ask one case, with numbers that the exercise's dtype holds exactly.

    The labels name the question: inputs and check vectors are derived from them independently.
    """
    import numpy as np

    inputs = reference.inputs(case, stream(seed, *labels))
    if exercise.dtype != "float64":
        inputs = tuple(
            matrix if matrix.dtype.kind == "i" else matrix.astype(exercise.dtype).astype(np.float64)
            for matrix in inputs
        )
    return CaseQuestion(
        case=case,
        inputs=inputs,
        reference=reference,
        precision=exercise.precision,
        dtype=exercise.dtype,
        rounds=exercise.backend is not Backend.PYTHON,
        vectors=_derived(seed, "", "vectors", *labels),  # no stream's first label is empty
    )


def small_questions_alike(exercise: Exercise) -> object:
    """Is the same for exercises whose listed cases, but for large ones, ask the same."""
    small = (case for case in exercise.cases if case.kind is not CaseKind.LARGE)
    numbers = (exercise.precision, exercise.dtype, exercise.backend is Backend.PYTHON)
    return (exercise.operation, exercise.variant, exercise.calls, *numbers, *small)


SMALL = 64  # up to here half as much again is cheap; beyond it, memory may grow with n**3
PATTERN = 3  # different sizes; what fewer have in common says nothing
MORE_BETWEEN = 2  # sizes, beside the first one between those that are listed
NEXT = 20  # of the large sizes, from which the second one is drawn: it costs as little as possible
BEYOND = range(100, 161)  # one of these is asked where large inputs are: blocks and edges show


def secret_cases(exercise: Exercise, rng: random.Random) -> tuple[Case, ...]:
    """Draw as many unlisted sizes as `exercise.secret_sizes` says, other ones for each submission.

    By rank: one above the listed sizes, one between them, a large one, two more between them, each
    in a gap of its own where there are as many, and another large one, odd where the first one is
    even; those between are asked first. Where whole and real numbers are listed, sizes get them by
    turns. Sizes of the sweep are left to it,
    as long as there are others. The size above stays so near to the largest listed one that no
    program comes to its limits by it; for the large one see `observing`.
    """
    if not exercise.cases or not exercise.secret_sizes:
        return ()
    sizes = sorted({case.size for case in exercise.cases})
    small = [case for case in exercise.cases if case.kind is not CaseKind.LARGE]
    listed = {case.kind for case in small or exercise.cases}
    kinds = [kind for kind in CaseKind if kind in listed]
    rng.shuffle(kinds)
    within = range(sizes[0] + 1, max(case.size for case in small or exercise.cases))
    swept = exercise.sweep.sizes if exercise.sweep else ()
    over = _left([size for size in _over(sizes) if _fits(size, sizes)], swept)
    under = _left([size for size in within if size not in sizes and _fits(size, sizes)], swept)
    above = _one_of(over, rng)
    last = CaseKind.LARGE if all(case.size < sizes[-1] for case in small) else kinds[0]
    drawn = {above: last}
    others = under or [size for size in over if size != above]
    if others and exercise.secret_sizes > 1:
        uneven = [size for size in others if (size + above) % 2]
        between = _one_of(uneven or others, rng)
        drawn = {between: kinds[-1] if under else last, **drawn}
    left = exercise.secret_sizes - 2
    if left > 0 and (beyond := _left(_beyond(exercise, sizes, above), swept)):
        large = [_one_of(beyond, rng)]
        left -= 1
        other = [size for size in beyond if (size + large[0]) % 2]
        if left > MORE_BETWEEN and other:
            large.append(_one_of(other[:NEXT], rng))
        drawn |= dict.fromkeys(sorted(large), CaseKind.LARGE)
    more = _of_other_gaps([size for size in under if size not in drawn], sizes, drawn, rng)
    for turn, size in enumerate(islice(more, max(0, min(left, MORE_BETWEEN)))):
        drawn = {size: kinds[turn % len(kinds)], **drawn}
    return tuple(Case(size=size, kind=kind, secret=True) for size, kind in drawn.items())


def _beyond(exercise: Exercise, sizes: Sequence[int], above: int) -> list[int]:
    """List large sizes, where the exercise has large inputs: no larger than it goes by itself."""
    large = [case.size for case in exercise.cases if case.kind is CaseKind.LARGE]
    most = max((*large, *(exercise.sweep.sizes if exercise.sweep else ())), default=0)
    return [
        size
        for size in BEYOND
        if size <= most and size != above and size not in sizes and _fits(size, sizes)
    ]


def _of_other_gaps(
    under: Sequence[int], sizes: Sequence[int], drawn: Collection[int], rng: random.Random
) -> Iterator[int]:
    """Draw one size after the other, first of gaps between listed sizes in which none is drawn."""
    left = list(under)
    hit = {bisect(sizes, size) for size in drawn}
    while left:
        fresh = [size for size in left if bisect(sizes, size) not in hit]
        size = _one_of(fresh or left, rng)
        left.remove(size)
        hit.add(bisect(sizes, size))
        yield size


def _over(sizes: Sequence[int]) -> range:
    """Gives the sizes above the largest that cost little more than it."""
    largest = sizes[-1]
    if _powers_of_two(sizes):
        return range(2 * largest, 2 * largest + 1)
    room = largest // 2 if largest <= SMALL else largest // 16
    return range(largest + 1, largest + max(room, 2 * _step(sizes)) + 1)


def _fits(size: int, sizes: Sequence[int]) -> bool:
    """Whether a size has what the listed ones have in common."""
    if _powers_of_two(sizes):
        return _is_power(size)
    return (size - sizes[0]) % _step(sizes) == 0


def _step(sizes: Sequence[int]) -> int:
    if len(sizes) < PATTERN:
        return 1
    return math.gcd(*(size - sizes[0] for size in sizes))


def _powers_of_two(sizes: Sequence[int]) -> bool:
    return len(sizes) >= PATTERN and all(map(_is_power, sizes))


def _is_power(size: int) -> bool:
    return size & (size - 1) == 0


def _left(sizes: Sequence[int], swept: Sequence[int]) -> Sequence[int]:
    return [size for size in sizes if size not in swept] or sizes


def _one_of(sizes: Sequence[int], rng: random.Random) -> int:
    return sizes[rng.getrandbits(32) % len(sizes)]
