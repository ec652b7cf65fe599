"""Matrices among a program's variables one of which is the product of two others.

Finding them proves that the program multiplied, without a function to call. Not finding them
proves nothing: nobody is accused here.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import product

from grader.correctness.operands import Operand, operands
from grader.correctness.precision import share
from grader.model.course import Precision
from grader.model.program import Product
from grader.model.reference import Array
from grader.model.run import Value

VECTORS = 40
"""Random vectors that stand for a product too large to compute; each halves the chance of error."""

MOST_TERMS = 1024**3  # of one product; larger ones are checked with vectors
MOST_WORK = 1 << 36  # terms of all products that are computed
WRAP = 2**63
FLOAT64 = 2**53


def products(values: Mapping[str, Value]) -> tuple[Product, ...]:
    """Finds matrices X (n x m), Y (m x p) and Z (n x p) with Z = X·Y, for each Z the first pair.

    Whole numbers are equal exactly, floats within share(precision) * (|X|·|Y|) (correctness/
    precision.py). Left out is what a wrong program shows as well: constant matrices, multiples of
    identity, two that are the same, X and Y that are both symmetric, and Z that X + Y or the
    element-wise product gives too. Needs three different dimensions of 2 at least each; `size` is
    the number of Z's rows.
    """
    found: dict[str, Product] = {}
    matrices = operands(values)
    work = 0
    for x, y, z in _candidates(matrices):
        if z.name in found or not _says_something(x, y, z):
            continue
        work += _terms(x, y)
        if work > MOST_WORK:
            break
        if _is_product(x, y, z):
            size = z.shape[0]
            found[z.name] = Product(left=x.name, right=y.name, result=z.name, size=size)
    return tuple(found[one.name] for one in matrices if one.name in found)


def _candidates(matrices: Sequence[Operand]) -> Iterator[tuple[Operand, Operand, Operand]]:
    """Gives the triples that pass one vector, Z·r = X·(Y·r), in single precision."""
    sums = {one.name: _sums(one) for one in matrices}
    widths = sorted({one.shape[1] for one in matrices})
    for x, width in product(matrices, widths):
        rights = [one for one in matrices if one.shape == (x.shape[1], width)]
        results = [one for one in matrices if one.shape == (x.shape[0], width)]
        if rights and results:
            yield from _passing(x, rights, results, sums)


def _sums(one: Operand) -> tuple[Array, Array]:
    """Gives the sums of the rows times random ±1, and of the magnitudes, of shape (rows,)."""
    import numpy as np

    signs = _bits(b"one for each number of columns", one.shape[1], 1)[:, 0] * 2.0 - 1.0
    with np.errstate(all="ignore"):
        return one.floats @ signs, np.abs(one.floats).sum(axis=1)


def _passing(
    x: Operand,
    rights: Sequence[Operand],
    results: Sequence[Operand],
    sums: Mapping[str, tuple[Array, Array]],
) -> Iterator[tuple[Operand, Operand, Operand]]:
    import numpy as np

    seen = np.stack([sums[one.name][0] for one in results], axis=1)
    with np.errstate(all="ignore"):
        expected = x.floats @ np.stack([sums[one.name][0] for one in rights], axis=1)
        bounds = np.abs(x.floats) @ np.stack([sums[one.name][1] for one in rights], axis=1)
        for column, y in enumerate(rights):
            away = np.abs(seen - expected[:, column, None])
            near = away <= 2 * share(Precision.SINGLE) * bounds[:, column, None]
            for index in np.flatnonzero(near.all(axis=0)):
                yield x, y, results[int(index)]


def _says_something(x: Operand, y: Operand, z: Operand) -> bool:
    """Says whether nothing simpler than a product, or a transposed one, gives Z as well."""
    import numpy as np

    if any(np.array_equal(one.floats, other.floats) for one, other in ((x, y), (x, z), (y, z))):
        return False
    if x.shape != y.shape:
        return True
    with np.errstate(all="ignore"):
        simple = (x.floats * y.floats, x.floats + y.floats)
    if any(np.array_equal(z.floats, one) for one in simple):
        return False
    return not (np.array_equal(x.floats, x.floats.T) and np.array_equal(y.floats, y.floats.T))


def _is_product(x: Operand, y: Operand, z: Operand) -> bool:
    largest = x.largest * y.largest * x.shape[1]
    whole = all(one.whole is not None for one in (x, y, z))
    if whole and largest < (z.held or WRAP):
        return _is_exact(x, y, z, largest)
    return z.held > 0 and _is_near(x, y, z, share(z.precision))


def _is_exact(x: Operand, y: Operand, z: Operand, largest: int) -> bool:
    """Compares whole numbers whose sums stay below 2**63, so that equal modulo 2**64 is equal.

    Large ones are compared with vectors r of 0 and 1: where a row of Z - X·Y is not zero, flipping
    one element of r changes the sum, so each vector notices with a probability of at least 1/2
    (Freivalds, Probabilistic machines can use less running time, IFIP 1977).
    """
    import numpy as np

    if largest <= FLOAT64 and _terms(x, y) <= MOST_TERMS:
        return np.array_equal(x.floats @ y.floats, z.floats)
    vectors = _bits(_digest(x, y, z), y.shape[1], VECTORS).astype(np.uint64)
    a, b, c = (one.whole.view(np.uint64) for one in (x, y, z) if one.whole is not None)
    return np.array_equal(c @ vectors, a @ (b @ vectors))


def _is_near(x: Operand, y: Operand, z: Operand, allowed: float) -> bool:
    """Compares floats element by element, or the sums of large ones' rows times vectors of ±1."""
    import numpy as np

    with np.errstate(all="ignore"):
        if _terms(x, y) <= MOST_TERMS:
            away = np.abs(z.floats - x.floats @ y.floats)
            scale = np.abs(x.floats) @ np.abs(y.floats)
        else:
            signs = _bits(_digest(x, y, z), y.shape[1], VECTORS) * 2.0 - 1.0
            away = np.abs(z.floats @ signs - x.floats @ (y.floats @ signs))
            scale = np.abs(x.floats) @ np.abs(y.floats).sum(axis=1, keepdims=True)
        return bool((away <= allowed * scale).all() and np.isfinite(scale).all())


def _terms(x: Operand, y: Operand) -> int:
    return x.shape[0] * x.shape[1] * y.shape[1]


def _digest(x: Operand, y: Operand, z: Operand) -> bytes:
    """Hashes the three, so that vectors are the same each time and follow from all they check."""
    digest = sha256()
    for one in (x, y, z):
        digest.update(one.floats.tobytes())
    return digest.digest()


def _bits(seed: bytes, length: int, count: int) -> Array:
    """Gives a uint8 array of 0 and 1, length x count."""
    import numpy as np

    chance = np.random.default_rng(int.from_bytes(sha256(seed).digest(), "big"))
    bits: Array = chance.integers(0, 2, size=(length, count), dtype=np.uint8)
    return bits
