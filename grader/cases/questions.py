"""Inputs of a case with the expected answer, fresh and secret for every seed.

Secret sizes are not listed and differ between submissions, so that a program cannot pass by
handling the listed sizes only. The reference defines the meaning of a size: rows, or images in a
batch. Secret sizes share the common properties of all listed sizes: if those are even, or powers of
two, a handout may have promised that, and a program may rely on it.
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

from grader.cases.values import share
from grader.model.course import Backend, Case, CaseKind, Exercise, Form, Precision
from grader.model.reference import Array, Inputs, Reference


class CaseQuestion(Struct, frozen=True, kw_only=True, dict=True):  # no slots: the answer is cached
    """One input, and the reference's answer."""

    case: Case
    inputs: Inputs
    reference: Reference
    precision: Precision = Precision.DOUBLE
    dtype: str = "float64"  # of the arrays and tensors passed
    rounds: bool = False  # whether even integers may come back as floats with rounding errors
    # Seeds the random vectors for checking a large answer. A program sees the inputs, and so the
    # state of their generator: the vectors must come from a different one. `question` derives them
    # from the seed, too; elsewhere they are drawn again.
    vectors: int = field(default_factory=lambda: secrets.randbits(256))

    @cached_property
    def expected(self) -> Array:
        """The right answer."""
        return self.reference.expected(*self.inputs)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of the right answer; for large ones known without computing it."""
        shape_of = self.reference.shape
        shape: tuple[int, ...] = shape_of(*self.inputs) if shape_of else self.expected.shape
        return shape

    @cached_property
    def scale(self) -> Array:
        """The unit of rounding errors, elementwise."""
        return self.reference.scale(*self.inputs)

    @cached_property
    def bound(self) -> Array:
        """The tolerance of a float answer, elementwise."""
        return share(self.precision) * self.scale

    def given(self, form: Form) -> Inputs:
        """Return the inputs in the type of the exercise's arrays; lists keep integers."""
        import numpy as np

        if form is Form.LISTS:
            return self.inputs
        return tuple(np.ascontiguousarray(matrix, dtype=self.dtype) for matrix in self.inputs)

    def wrong_rows(self, result: Array) -> Array | None:
        """Return rows of a large result that may be wrong, without computing the answer."""
        check = self.reference.wrong_rows
        if self.case.kind is not CaseKind.LARGE or check is None:
            return None
        rng = random.Random(self.vectors)  # noqa: S311 - the secret is in `vectors`
        return check(self.inputs, result, rng)


def stream(seed: bytes, *labels: str) -> random.Random:
    """Create a generator from the seed and labels; its state reveals nothing about the seed.

    A program that sees enough of its output can predict the rest. So each one draws the inputs of
    one question, or sizes, and nothing else.
    """
    return random.Random(_derived(seed, *labels))  # noqa: S311 - the secret is in the seed


def _derived(seed: bytes, *labels: str) -> int:
    digest = hmac.digest(seed, "\0".join(labels).encode(), hashlib.sha256)
    return int.from_bytes(digest, "big")


def questions(exercise: Exercise, reference: Reference, seed: bytes) -> tuple[CaseQuestion, ...]:
    """Return the listed cases of the exercise; deterministic for a seed."""
    return tuple(
        question(case, exercise, reference, seed, exercise.id, str(index))
        for index, case in enumerate(exercise.cases)
    )


def secret_questions(
    exercise: Exercise, reference: Reference, seed: bytes
) -> tuple[CaseQuestion, ...]:
    """Return questions of unlisted sizes; deterministic for a seed."""
    return tuple(
        question(case, exercise, reference, seed, exercise.id, "secret", str(index))
        for index, case in enumerate(secret_cases(exercise, stream(seed, exercise.id, "sizes")))
    )


def probe(exercise: Exercise, reference: Reference, seed: bytes) -> CaseQuestion:
    """Return a small case for finding the function: floats if the function has to support any.

    With integers, a function that truncates to int would look right.
    """
    floats = any(case.kind is CaseKind.FLOATS for case in exercise.cases)
    kind = CaseKind.FLOATS if floats else CaseKind.INTEGERS
    case = Case(size=reference.probe, kind=kind)
    return question(case, exercise, reference, seed, exercise.id, "probe")


def count_inputs(exercise: Exercise, reference: Reference) -> int:
    """Return the number of the operation's inputs: usually two matrices."""
    return len(probe(exercise, reference, b"").inputs)


def question(
    case: Case, exercise: Exercise, reference: Reference, seed: bytes, *labels: str
) -> CaseQuestion:
    """Return one case, with numbers that the exercise's dtype represents exactly.

    The labels identify the question: inputs and check vectors are derived from them independently.
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
        vectors=_derived(seed, "", "vectors", *labels),  # no stream's first label is ""
    )


MAX_SMALL = 64  # up to this size, another half is cheap; beyond, memory may grow with n**3
MIN_PATTERN = 3  # minimum number of sizes from which a common property is inferred
MAX_MORE_BETWEEN = 2  # sizes between listed ones, besides the first
BLOCK = 8  # elements, as programs unroll loops or cut matrices into tiles
NEXT = 20  # number of candidates from which the second large size is drawn
# large enough to reveal blocks and edges; asked only if large inputs are listed
BEYOND = range(100, 161)


def secret_cases(exercise: Exercise, rng: random.Random) -> tuple[Case, ...]:
    """Draw `exercise.secret_sizes` unlisted sizes, different for each submission.

    In this priority: one above the listed sizes, one between them, a large one, two more between
    them (in gaps of their own if possible), and another large one of other parity. Sizes between
    come before the others. If integers and floats are listed, sizes alternate between them. Sizes
    of the sweep are avoided if possible, and remainders by BLOCK that were not asked for yet come
    first. The size above is close to the largest listed one, so that no program reaches its limits
    by it; a large one that would is not asked (exercises/arrays/case_runs.py).
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
        between = _one_of(_new_remainders(uneven or others, (*sizes, above)), rng)
        drawn = {between: kinds[-1] if under else last, **drawn}
    left = exercise.secret_sizes - 2
    if left > 0 and (beyond := _left(_beyond(exercise, sizes, above), swept)):
        large = [_one_of(_new_remainders(beyond, (*sizes, *drawn)), rng)]
        left -= 1
        other = [size for size in beyond if (size + large[0]) % 2]
        if left > MAX_MORE_BETWEEN and other:
            asked = (*sizes, *drawn, *large)
            large.append(_one_of(_new_remainders(other[:NEXT], asked), rng))
        drawn |= dict.fromkeys(sorted(large), CaseKind.LARGE)
    more = _of_other_gaps([size for size in under if size not in drawn], sizes, drawn, rng)
    for turn, size in enumerate(islice(more, max(0, min(left, MAX_MORE_BETWEEN)))):
        drawn = {size: kinds[turn % len(kinds)], **drawn}
    return tuple(Case(size=size, kind=kind, secret=True) for size, kind in drawn.items())


def _beyond(exercise: Exercise, sizes: Sequence[int], above: int) -> list[int]:
    """Return candidate large sizes, no larger than those the exercise itself uses."""
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
    """Yield sizes in random order, first from gaps between listed sizes that have none yet."""
    left = list(under)
    hit = {bisect(sizes, size) for size in drawn}
    while left:
        fresh = [size for size in left if bisect(sizes, size) not in hit]
        size = _one_of(fresh or left, rng)
        left.remove(size)
        hit.add(bisect(sizes, size))
        yield size


def _over(sizes: Sequence[int]) -> range:
    """Return the sizes above the largest that cost little more than it."""
    largest = sizes[-1]
    if _powers_of_two(sizes):
        return range(2 * largest, 2 * largest + 1)
    room = largest // 2 if largest <= MAX_SMALL else largest // 16
    return range(largest + 1, largest + max(room, 2 * _step(sizes)) + 1)


def _fits(size: int, sizes: Sequence[int]) -> bool:
    """Return whether a size shares what the listed ones have in common."""
    if _powers_of_two(sizes):
        return _is_power(size)
    return (size - sizes[0]) % _step(sizes) == 0


def _step(sizes: Sequence[int]) -> int:
    if len(sizes) < MIN_PATTERN:
        return 1
    return math.gcd(*(size - sizes[0] for size in sizes))


def _powers_of_two(sizes: Sequence[int]) -> bool:
    return len(sizes) >= MIN_PATTERN and all(map(_is_power, sizes))


def _is_power(size: int) -> bool:
    return size & (size - 1) == 0


def _new_remainders(sizes: Sequence[int], asked: Collection[int]) -> Sequence[int]:
    """Return the sizes whose remainder by BLOCK no asked size has; all if there are none.

    What is wrong only at the edge of a block, or for sizes of one parity, shows at one of them.
    """
    known = {size % BLOCK for size in asked}
    return [size for size in sizes if size % BLOCK not in known] or sizes


def _left(sizes: Sequence[int], swept: Sequence[int]) -> Sequence[int]:
    return [size for size in sizes if size not in swept] or sizes


def _one_of(sizes: Sequence[int], rng: random.Random) -> int:
    return sizes[rng.getrandbits(32) % len(sizes)]
