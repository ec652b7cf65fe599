"""Find what a script without a function computed, from its variables when it ended.

Among its matrices, one may be the product of two others, or the convolution of one with a kernel.
Finding them proves that the program multiplied; not finding them proves nothing, and is no failure.
"""

import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from hashlib import sha256
from itertools import product

from msgspec import Struct

from grader.cases.lookalikes import known_mistakes, models
from grader.cases.questions import CaseQuestion
from grader.cases.values import numbers, share
from grader.model.calling import Target, Value
from grader.model.course import Case, CaseKind, Exercise, Precision
from grader.model.errors import shield
from grader.model.program import Product
from grader.model.reference import Array, Reference
from grader.model.run import USED_UP, RunStatus
from grader.model.running import Program, Session
from grader.model.static import ExtractedFunction

MOST_MATRICES = 40  # maximum number of matrices examined, in order
MOST_ELEMENTS = 1 << 26  # in total
LEAST = 2  # rows and columns
SINGLE = 4  # bytes
EXACT = {2: 2**11, 4: 2**24, 8: 2**53}
"""By the size in bytes of a float: the largest integer up to which it represents all integers."""


class Operand(Struct, frozen=True, kw_only=True):
    """A finite matrix of rows x columns with at least two different elements."""

    name: str
    floats: Array  # float64
    integers: Array | None  # the same as int64, if all elements are exact integers; else None
    held: int  # its type represents all integers up to this; 0 = an integer type
    precision: Precision

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows, columns = self.floats.shape
        return rows, columns

    @property
    def largest(self) -> int:
        """The largest magnitude, rounded up."""
        return 1 + max(int(self.floats.max()), -int(self.floats.min()))


def operands(values: Mapping[str, Value]) -> tuple[Operand, ...]:
    """Select, in order, the matrices that are neither constant nor a multiple of the identity."""
    chosen: list[Operand] = []
    elements = 0
    for name, value in values.items():
        array = numbers(value)
        if array is None or array.ndim != LEAST or min(array.shape) < LEAST:
            continue
        if len(chosen) == MOST_MATRICES or elements + array.size > MOST_ELEMENTS:
            break
        operand = _operand(name, array)
        if operand is not None:
            chosen.append(operand)
            elements += array.size
    return tuple(chosen)


def _operand(name: str, array: Array) -> Operand | None:
    import numpy as np

    is_float = array.dtype.kind == "f"
    floats = array.astype(np.float64, copy=False)
    if not np.isfinite(floats).all() or _is_trivial(floats):
        return None
    return Operand(
        name=name,
        floats=floats,
        integers=_whole_numbers(array),
        held=EXACT[array.dtype.itemsize] if is_float else 0,
        precision=_precision(array) if is_float else Precision.DOUBLE,
    )


def _is_trivial(floats: Array) -> bool:
    """Return whether all elements are equal, or a square matrix is zero off its diagonal."""
    import numpy as np

    rows, columns = floats.shape
    first = floats[0, 0]
    if (floats == first).all():
        return True
    return rows == columns and bool((floats == first * np.eye(rows)).all())


def _whole_numbers(array: Array) -> Array | None:
    """Return the elements as int64; None if one is not whole, not exact, or too large."""
    import numpy as np

    if array.dtype.kind == "f":
        limit = EXACT[array.dtype.itemsize]
        if not ((np.rint(array) == array) & (np.abs(array) <= limit)).all():
            return None
    elif array.dtype.kind == "u" and int(array.max()) >= 2**63:
        return None
    return array.astype(np.int64)


def _precision(array: Array) -> Precision:
    """Return the precision of a computation; doubles that all fit into float32 count as single."""
    import numpy as np

    if array.dtype.itemsize <= SINGLE:
        return Precision.SINGLE
    with np.errstate(over="ignore"):
        short = (array.astype(np.float32) == array).all()
    return Precision.SINGLE if short and _whole_numbers(array) is None else Precision.DOUBLE


VECTORS = 40
"""Random vectors that check a product too large to compute; each halves the chance of error."""

MOST_TERMS = 1024**3  # of one product; larger products are checked with vectors
MOST_WORK = 1 << 36  # terms of all products that are computed
WRAP = 2**63
FLOAT64 = 2**53


def products(values: Mapping[str, Value]) -> tuple[Product, ...]:
    """Find matrices X (n x m), Y (m x p) and Z (n x p) with Z = X·Y, for each Z the first pair.

    Integers are compared exactly, floats within share(precision) * (|X|·|Y|) (values.py). Matrices
    that a wrong program could show as well are left out: constant matrices, multiples of the
    identity, two equal ones, X and Y both symmetric, and Z that is also X + Y or the elementwise
    product. The three dimensions must differ and be at least 2; `size` is the number of Z's rows.
    """
    by_result: dict[str, Product] = {}
    matrices = operands(values)
    work = 0
    for x, y, z in _candidates(matrices):
        if z.name in by_result or not _says_something(x, y, z):
            continue
        work += _terms(x, y)
        if work > MOST_WORK:
            break
        if _is_product(x, y, z):
            size = z.shape[0]
            by_result[z.name] = Product(left=x.name, right=y.name, result=z.name, size=size)
    return tuple(by_result[matrix.name] for matrix in matrices if matrix.name in by_result)


def _candidates(matrices: Sequence[Operand]) -> Iterator[tuple[Operand, Operand, Operand]]:
    """Yield the triples that satisfy Z·r = X·(Y·r) for one vector r, in single precision."""
    sums = {matrix.name: _sums(matrix) for matrix in matrices}
    widths = sorted({matrix.shape[1] for matrix in matrices})
    for x, width in product(matrices, widths):
        rights = [matrix for matrix in matrices if matrix.shape == (x.shape[1], width)]
        results = [matrix for matrix in matrices if matrix.shape == (x.shape[0], width)]
        if rights and results:
            yield from _passing(x, rights, results, sums)


def _sums(matrix: Operand) -> tuple[Array, Array]:
    """Return the sums of rows times random ±1, and the sums of magnitudes, of shape (rows,)."""
    import numpy as np

    # The signs are predictable, which does no harm: what passes here is compared thoroughly.
    signs = _bits(b"one for each number of columns", matrix.shape[1], 1)[:, 0] * 2.0 - 1.0
    with np.errstate(all="ignore"):
        return matrix.floats @ signs, np.abs(matrix.floats).sum(axis=1)


def _passing(
    x: Operand,
    rights: Sequence[Operand],
    results: Sequence[Operand],
    sums: Mapping[str, tuple[Array, Array]],
) -> Iterator[tuple[Operand, Operand, Operand]]:
    import numpy as np

    result_sums = np.stack([sums[result.name][0] for result in results], axis=1)
    with np.errstate(all="ignore"):
        expected = x.floats @ np.stack([sums[right.name][0] for right in rights], axis=1)
        bounds = np.abs(x.floats) @ np.stack([sums[right.name][1] for right in rights], axis=1)
        for column, y in enumerate(rights):
            away = np.abs(result_sums - expected[:, column, None])
            near = away <= 2 * share(Precision.SINGLE) * bounds[:, column, None]
            for index in np.flatnonzero(near.all(axis=0)):
                yield x, y, results[int(index)]


def _says_something(x: Operand, y: Operand, z: Operand) -> bool:
    """Return whether nothing simpler than a product, or a transposed product, equals Z."""
    import numpy as np

    if any(
        np.array_equal(matrix.floats, other.floats) for matrix, other in ((x, y), (x, z), (y, z))
    ):
        return False
    if x.shape != y.shape:
        return True
    with np.errstate(all="ignore"):
        simple = (x.floats * y.floats, x.floats + y.floats)
    if any(np.array_equal(z.floats, simpler) for simpler in simple):
        return False
    return not (np.array_equal(x.floats, x.floats.T) and np.array_equal(y.floats, y.floats.T))


def _is_product(x: Operand, y: Operand, z: Operand) -> bool:
    largest = x.largest * y.largest * x.shape[1]
    integers = all(matrix.integers is not None for matrix in (x, y, z))
    if integers and largest < (z.held or WRAP):
        return _is_exact(x, y, z, largest)
    return z.held > 0 and _is_near(x, y, z, share(z.precision))


def _is_exact(x: Operand, y: Operand, z: Operand, largest: int) -> bool:
    """Compare integers whose sums stay below 2**63, so that equality modulo 2**64 is equality.

    Large matrices are compared with vectors r of 0 and 1. If a row of Z - X·Y is not zero, flipping
    one element of r changes the sum, so each vector detects it with a probability of at least 1/2
    (Freivalds, Probabilistic machines can use less running time, IFIP 1977).
    """
    import numpy as np

    if largest <= FLOAT64 and _terms(x, y) <= MOST_TERMS:
        return np.array_equal(x.floats @ y.floats, z.floats)
    vectors = _fresh_bits(y.shape[1], VECTORS).astype(np.uint64)
    a, b, c = (
        matrix.integers.view(np.uint64) for matrix in (x, y, z) if matrix.integers is not None
    )
    return np.array_equal(c @ vectors, a @ (b @ vectors))


def _is_near(x: Operand, y: Operand, z: Operand, allowed: float) -> bool:
    """Compare floats elementwise; of large matrices, compare the rows' sums times vectors of ±1."""
    import numpy as np

    with np.errstate(all="ignore"):
        if _terms(x, y) <= MOST_TERMS:
            away = np.abs(z.floats - x.floats @ y.floats)
            scale = np.abs(x.floats) @ np.abs(y.floats)
        else:
            signs = _fresh_bits(y.shape[1], VECTORS) * 2.0 - 1.0
            away = np.abs(z.floats @ signs - x.floats @ (y.floats @ signs))
            scale = np.abs(x.floats) @ np.abs(y.floats).sum(axis=1, keepdims=True)
        return bool((away <= allowed * scale).all() and np.isfinite(scale).all())


def _terms(x: Operand, y: Operand) -> int:
    return x.shape[0] * x.shape[1] * y.shape[1]


def _fresh_bits(length: int, count: int) -> Array:
    """Draw bits from the operating system once the matrices are here: no script can foresee them.

    A hash of the matrices is no substitute: a script chooses all three, and may try until one fits.
    """
    return _bits(secrets.token_bytes(32), length, count)


def _bits(seed: bytes, length: int, count: int) -> Array:
    """Return a uint8 array of 0 and 1, length x count."""
    import numpy as np

    chance = np.random.default_rng(int.from_bytes(sha256(seed).digest(), "big"))
    bits: Array = chance.integers(0, 2, size=(length, count), dtype=np.uint8)
    return bits


KERNELS = range(2, 12)  # rows of a kernel, which has as many columns
MOST_KERNEL_TERMS = 1 << 32  # of everything computed here


def convolutions(values: Mapping[str, Value]) -> tuple[Product, ...]:
    """Find an image X, a square kernel W, and Z that is the valid cross-correlation of X with W.

    The kernel is not flipped. Kernels with 180° symmetry show no flip and prove nothing; neither do
    constant images and results. X is reported as left and W as right; `size` is the number of X's
    rows.
    """
    by_result: dict[str, Product] = {}
    matrices = operands(values)
    terms = 0
    for image, kernel, results in _image_candidates(matrices):
        terms += image.floats.size * kernel.floats.size
        if terms > MOST_KERNEL_TERMS:
            break
        for result in results:
            if result.name not in by_result and _is_correlation(image, kernel, result):
                by_result[result.name] = Product(
                    left=image.name, right=kernel.name, result=result.name, size=image.shape[0]
                )
    return tuple(by_result[matrix.name] for matrix in matrices if matrix.name in by_result)


def _image_candidates(
    matrices: Sequence[Operand],
) -> Iterator[tuple[Operand, Operand, list[Operand]]]:
    """Yield images and kernels by shape, with possible results."""
    for kernel in filter(_is_kernel, matrices):
        side = kernel.shape[0]
        for image in matrices:
            rows, columns = image.shape
            if min(rows, columns) > side:
                shape = (rows - side + 1, columns - side + 1)
                results = [matrix for matrix in matrices if matrix.shape == shape]
                if results:
                    yield image, kernel, results


def _is_kernel(matrix: Operand) -> bool:
    import numpy as np

    rows, columns = matrix.shape
    return (
        rows == columns and rows in KERNELS and not np.array_equal(matrix.floats, _turned(matrix))
    )


def _turned(matrix: Operand) -> Array:
    turned: Array = matrix.floats[::-1, ::-1]
    return turned


def _is_correlation(image: Operand, kernel: Operand, result: Operand) -> bool:
    integers = _all_whole(image, kernel, result)
    if integers is None and not result.held:
        return False
    first = slice(kernel.shape[0])
    return _is_right(image, kernel, result, rows=first) and _is_right(image, kernel, result)


def _is_right(image: Operand, kernel: Operand, result: Operand, rows: slice = slice(None)) -> bool:
    """Compare the result for the first rows of the image."""
    import numpy as np

    integers = _all_whole(image, kernel, result)
    if integers is not None:
        part = _correlated(integers[0][rows], integers[1])
        return np.array_equal(part, integers[2][: len(part)])
    pair = image.floats[rows], kernel.floats
    with np.errstate(all="ignore"):
        part = _correlated(*pair)
        away = np.abs(result.floats[: len(part)] - part)
        scale = _correlated(*map(np.abs, pair))
        return bool((away <= share(result.precision) * scale).all() and np.isfinite(scale).all())


def _all_whole(
    image: Operand, kernel: Operand, result: Operand
) -> tuple[Array, Array, Array] | None:
    """Return all three as int64 if no sum wraps and the result's type represents every sum."""
    if image.integers is None or kernel.integers is None or result.integers is None:
        return None
    if image.largest * kernel.largest * kernel.integers.size >= (result.held or WRAP):
        return None
    return image.integers, kernel.integers, result.integers


def _correlated(image: Array, kernel: Array) -> Array:
    import numpy as np

    side = len(kernel)
    rows, columns = image.shape[0] - side + 1, image.shape[1] - side + 1
    total = np.zeros((rows, columns), dtype=image.dtype)
    for (p, q), weight in np.ndenumerate(kernel):
        total += weight * image[p : p + rows, q : q + columns]
    return total


class Agreement(Enum):
    """Whether an extracted function does the same as the script."""

    SAME = auto()
    OTHER = auto()
    UNSEEN = auto()  # one of the three matrices is missing, or it took too long


class Replay(Struct, frozen=True, kw_only=True):
    """An extracted function, called with the matrices that the script left."""

    agreement: Agreement
    wrong: bool = False  # wrong with other numbers in matrices of the same sizes
    proved: bool = False  # right with the script's own matrices


PROOFS = {"matmul": products, "convolution": convolutions}
NAMES = ("left", "right", "result")
ROUNDING = 1e-5  # relative to the largest element
KERNEL = (3, 3)  # the size in all cases; a reference may not support others
TAKES: Mapping[str, Callable[[Array, Array], bool]] = {
    "matmul": lambda left, right: left.shape[1] == right.shape[0],
    "convolution": lambda image, kernel: (
        kernel.shape == KERNEL and min(image.shape) >= max(kernel.shape)
    ),
}
"""For each operation, a function that returns whether it is defined for two matrices."""


def replay(  # noqa: PLR0913  a guess, how it is called, and what it is compared with
    extracted: ExtractedFunction,
    target: Target,
    program: Program,
    values: Mapping[str, Value],
    reference: Reference,
    *,
    seed: bytes,
) -> Replay:
    """Call an extracted function with the script's own matrices, and once with similar ones.

    The similar ones are drawn from the secret seed, since a script may anticipate its own.

    Two sizes that were confused show in neither call: such a mistake is the student's own.
    """
    left, right, result = (values.get(getattr(extracted, name)) for name in NAMES)
    three = dict(zip(NAMES, (left, right, result), strict=True))
    own = tuple(None if value is None else numbers(value) for value in (left, right, result))
    if any(matrix is None or matrix.ndim != LEAST for matrix in own):
        return Replay(agreement=Agreement.UNSEEN)
    first, second, left_there = (matrix for matrix in own if matrix is not None)
    session = program.start()
    try:
        if session.load.status is not RunStatus.OK:
            return Replay(agreement=Agreement.OTHER)
        call = session.call(target, (first, second))
        if call.run.status in USED_UP:
            return Replay(agreement=Agreement.UNSEEN)
        answered = None if call.result is None else numbers(call.result)
        if answered is None or not _is_alike(answered, left_there):
            return Replay(agreement=Agreement.OTHER)
        there = {name: value for name, value in three.items() if value is not None}
        proved = bool(PROOFS[reference.operation](there))
        wrong = _is_wrong(session, target, (first, second), reference, seed)
    finally:
        session.close()
    return Replay(agreement=Agreement.SAME, wrong=wrong, proved=proved)


def _is_wrong(
    session: Session,
    target: Target,
    own: tuple[Array, Array],
    reference: Reference,
    seed: bytes,
) -> bool:
    """Return whether it is wrong with other small numbers in place of the script's own.

    A guess in the wrong order has shapes without an answer, and so may a reference that looks up.
    """
    if not TAKES[reference.operation](*own):
        return False
    digits = [
        _bits(hmac.digest(seed, b"replay" + matrix.tobytes(), sha256), *matrix.shape) * 1.0
        for matrix in own
    ]
    other = [
        (matrix + 2 * digit + 1) / 7 for matrix, digit in zip(map(_ranks, own), digits, strict=True)
    ]
    call = session.call(target, other)
    answered = None if call.result is None else numbers(call.result)
    with shield() as fault:
        expected = reference.expected(*other)
    if fault:
        return False  # a course's reference may support only the shapes of its cases
    return answered is not None and not _is_alike(answered, expected)


def _is_alike(first: Array, second: Array) -> bool:
    """Return whether two arrays are equal up to rounding: a script may compute in float32."""
    import numpy as np

    if first.shape != second.shape:
        return False
    with np.errstate(all="ignore"):
        away = np.abs(first.astype(np.float64) - second.astype(np.float64))
        return bool((away <= ROUNDING * np.abs(second).max()).all())


def _ranks(matrix: Array) -> Array:
    """Return numbers 0 to 6 in a pattern in which no two rows or columns are alike."""
    import numpy as np

    rows, columns = matrix.shape
    return np.add.outer(np.arange(rows) * 3.0, np.arange(columns) * 5.0) % 7


LONGEST_SIDE = 256  # of matrices: computing mistakes of larger ones takes long


def tells_apart(
    product: Product, values: Mapping[str, Value], exercise: Exercise, reference: Reference
) -> bool:
    """Return whether no known mistake has the same result for these two matrices.

    If Y is symmetric, X·Yᵀ is X·Y, and a program that transposes Y by mistake would pass. False if
    the reference has no answer for them, as one that looks up.
    """
    left, right, result = (
        numbers(values[name]) for name in (product.left, product.right, product.result)
    )
    if left is None or right is None or result is None:
        return False
    if max(*left.shape, *right.shape) > LONGEST_SIDE:
        return False
    integers = all(matrix.dtype.kind in "iu" for matrix in (left, right, result))
    case = Case(size=product.size, kind=CaseKind.INTEGERS if integers else CaseKind.FLOATS)
    question = CaseQuestion(
        case=case,
        inputs=(left, right),
        reference=reference,
        precision=exercise.precision,
        rounds=True,
    )
    try:
        question.expected  # noqa: B018  kept for the comparisons below
    except ValueError:
        return False
    mistaken = {
        key: model
        for key, model in models(question, (), reference).items()
        if model is not None
        and not reference.lookalikes[key].precision
        and not reference.lookalikes[key].by_sign  # matrices of one sign are equally good
    }
    return not known_mistakes(question, result, mistaken)
