"""Single precision: every honest order of summation is right, every narrower type is not.

Orders and types are simulated in NumPy; what is compared is what observe() compares.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.cases.comparing import is_right
from grader.cases.questions import CaseQuestion, question
from grader.model.course import Backend, Case, CaseKind, Exercise, Precision
from grader.model.reference import Reference
from tests.cases.course import convolution, reference

SIZES = [3, 7, 33, 130]
SEEDS = range(6)
Way = Callable[[Any, Any], Any]


def asked(
    right: Reference, size: int, seed: int, precision: Precision = Precision.SINGLE
) -> CaseQuestion:
    """A question with floats of the exercise's type."""
    dtype = "float32" if precision is Precision.SINGLE else "float64"
    exercise = Exercise(
        id="x",
        operation=right.operation,
        backend=Backend.TORCH,
        entry="x",
        dtype=dtype,
        precision=precision,
    )
    case = Case(size=size, kind=CaseKind.FLOATS)
    return question(case, exercise, right, bytes([seed]))


def sequential(a: Any, b: Any) -> Any:
    """One term after the other, in the type that the inputs have."""
    c = np.zeros((len(a), b.shape[1]), dtype=a.dtype)
    for k in range(len(b)):
        c += a[:, k : k + 1] * b[k : k + 1]
    return c


def backwards(a: Any, b: Any) -> Any:
    """The last term first."""
    return sequential(a[:, ::-1], b[::-1])


def pairwise(a: Any, b: Any) -> Any:
    """Halves of the sum apart."""
    if len(b) == 1:
        return a * b
    half = len(b) // 2
    return pairwise(a[:, :half], b[:half]) + pairwise(a[:, half:], b[half:])


def blocked(a: Any, b: Any) -> Any:
    """Blocks of eight terms, as kernels keep them in registers."""
    parts = [sequential(a[:, k : k + 8], b[k : k + 8]) for k in range(0, len(b), 8)]
    return sum(parts, np.zeros_like(parts[0]))


def strassen(a: Any, b: Any) -> Any:
    """Strassen's products, stable in norm only; of odd sizes the plain ones."""
    if len(a) % 2 or len(a) <= 8:
        return sequential(a, b)
    h = len(a) // 2
    (p, q), (r, s) = (
        [(m[:h], m[h:]) for m in (a[:, :h], a[:, h:])],
        [(m[:h], m[h:]) for m in (b[:, :h], b[:, h:])],
    )
    a11, a21, a12, a22 = p[0], p[1], q[0], q[1]
    b11, b21, b12, b22 = r[0], r[1], s[0], s[1]
    m1 = strassen(a11 + a22, b11 + b22)
    m2 = strassen(a21 + a22, b11)
    m3 = strassen(a11, b12 - b22)
    m4 = strassen(a22, b21 - b11)
    m5 = strassen(a11 + a12, b22)
    m6 = strassen(a21 - a11, b11 + b12)
    m7 = strassen(a12 - a22, b21 + b22)
    return np.block([[m1 + m4 - m5 + m7, m3 + m5], [m2 + m4, m1 - m2 + m3 + m6]])


ORDERS: list[Way] = [np.matmul, sequential, backwards, pairwise, blocked]


def terms(x: Any, k: Any) -> Any:
    """The nine terms one after the other."""
    height, width = x.shape[0] - 2, x.shape[1] - 2
    y = np.zeros((height, width), dtype=x.dtype)
    for p in range(3):
        for q in range(3):
            y += k[p, q] * x[p : p + height, q : q + width]
    return y


def terms_backwards(x: Any, k: Any) -> Any:
    """The last of the nine terms first."""
    return terms(x[::-1, ::-1], k[::-1, ::-1])[::-1, ::-1]


def winograd(x: Any, k: Any) -> Any:
    """F(2x2, 3x3), as MIOpen and cuDNN have it (Lavin and Gray, arXiv:1509.09308)."""
    kind = x.dtype
    bt = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]], dtype=kind)
    g = np.array([[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]], dtype=kind) / kind.type(2)
    at = np.array([[1, 1, 1, 0], [0, 1, -1, -1]], dtype=kind)
    height, width = x.shape[0] - 2, x.shape[1] - 2
    padded = np.pad(x, ((0, height % 2), (0, width % 2)))
    y = np.zeros((height + height % 2, width + width % 2), dtype=kind)
    u = g @ k @ g.T
    for i in range(0, len(y), 2):
        for j in range(0, y.shape[1], 2):
            v = bt @ padded[i : i + 4, j : j + 4] @ bt.T
            y[i : i + 2, j : j + 2] = at @ (u * v) @ at.T
    return y[:height, :width]


FILTERS: list[Way] = [terms, terms_backwards, winograd]


@pytest.mark.parametrize("way", ORDERS)
@pytest.mark.parametrize("size", SIZES)
def test_every_honest_product_is_right(way: Way, size: int) -> None:
    """In float32, and in float64 where the exercise asks for it."""
    for seed in SEEDS:
        for precision, dtype in ((Precision.SINGLE, np.float32), (Precision.DOUBLE, np.float64)):
            one = asked(reference(), size, seed, precision)
            a, b = (matrix.astype(dtype) for matrix in one.inputs)
            result = way(a, b)
            assert result.dtype == dtype
            assert is_right(one, result), (seed, precision)


@pytest.mark.parametrize("size", [64, 128])
def test_strassens_product_is_right_in_double_precision(size: int) -> None:
    """Its errors are bounded by norms, not by elements."""
    one = asked(reference(), size, 1, Precision.DOUBLE)
    assert is_right(one, strassen(*one.inputs))


@pytest.mark.parametrize("way", FILTERS)
@pytest.mark.parametrize("size", [3, 4, 7, 33, 130])
def test_every_honest_convolution_is_right(way: Way, size: int) -> None:
    """Direct sums and Winograd's, with the slides' kernels as well."""
    for seed in SEEDS[:2] if size == 130 else SEEDS:
        for precision, dtype in ((Precision.SINGLE, np.float32), (Precision.DOUBLE, np.float64)):
            one = asked(convolution(), size, seed, precision)
            x, k = (matrix.astype(dtype) for matrix in one.inputs)
            assert is_right(one, way(x, k)), (seed, precision)


@pytest.mark.parametrize("kind", CaseKind)
@pytest.mark.parametrize("size", [3, 4, 33, 130, 512])
def test_fourier_transforms_are_right_in_double_precision(size: int, kind: CaseKind) -> None:
    """Their errors come from the whole image; whole numbers need not stay whole."""
    signal = pytest.importorskip("scipy.signal")
    exercise = Exercise(id="x", operation="convolution", backend=Backend.NUMPY, entry="x")
    for seed in SEEDS:
        case = Case(size=size, kind=kind)
        one = question(case, exercise, convolution(), bytes([seed]))
        x, k = (matrix.astype(float) for matrix in one.inputs)
        assert is_right(one, signal.fftconvolve(x, k[::-1, ::-1], mode="valid")), seed


@pytest.mark.parametrize("kind", ["tf32", "tf32-cut", "float16", "bfloat16"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("operation", ["matmul", "convolution"])
def test_narrower_types_are_not_right(operation: str, size: int, kind: str) -> None:
    """TF32, half precision and bfloat16 have too few digits for single precision, always."""
    right = reference() if operation == "matmul" else convolution()
    if right.operation == "convolution" and size == SIZES[0]:
        size += 1  # a single element may be right by chance
    for seed in SEEDS:
        one = asked(right, size, seed)
        result = right.lookalikes[kind].compute(one.inputs, ())
        assert result is not None
        assert not is_right(one, result.astype(np.float32)), seed


@pytest.mark.parametrize("size", SIZES)
def test_half_precision_that_adds_up_in_halves_is_not_right(size: int) -> None:
    """Whatever the sums are kept in."""
    for seed in SEEDS:
        one = asked(reference(), size, seed)
        a, b = (matrix.astype(np.float16) for matrix in one.inputs)
        assert not is_right(one, sequential(a, b).astype(np.float32))
        mixed = a.astype(np.float32) @ b.astype(np.float32)
        assert not is_right(one, mixed)
