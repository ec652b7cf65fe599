"""What left the sandbox as numbers on the host. Nothing a value says of itself is believed.

How far a float answer may be from the right one is measured in units of eps·scale, where the
reference's `scale` is the sum of the absolute values of an element's terms. Pure, as everything
that checks.py imports.
"""

import math

from grader.model.calling import Value, ValueKind
from grader.model.course import Precision
from grader.model.reference import Array

ALWAYS = "always-the-same"
"""A mistake of no reference: an answer that does not depend on what the function is given."""
DTYPES = ("<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "<f8", "<f4", "<f2")
ELEMENTS = {"int", "float"}
TYPES = ("int", "uint", "float", "bfloat", "longdouble")  # of libraries, before the bits
MAX_DIMENSIONS = 4
MAX_ELEMENTS = 1 << 26
ROWS_COLUMNS = 2
EXACT = 2**53  # up to here every whole number is a float64

NARROW = ("<f4", "<f2")  # that hold a double only rounded


def numbers(value: Value, axes: int = ROWS_COLUMNS) -> Array | None:
    """Reads an integer or float array of the value's shape; None when it is no such array.

    Leading axes of length 1, such as conv2d's batch and channel, are left out down to two, or to as
    many as the answer has. Lists with one pair of brackets too many are no batch.
    """
    import numpy as np

    plain = (
        value.kind is ValueKind.MATRIX
        and value.dtype in DTYPES
        and all(map(_is_number, value.elements.split(" and ")))
        and 0 < len(value.shape) <= MAX_DIMENSIONS
        and all(length >= 0 for length in value.shape)
    )
    if not plain:
        return None
    count = math.prod(value.shape)
    if count > MAX_ELEMENTS or len(value.data) != count * int(value.dtype[2]):
        return None
    array = np.frombuffer(value.data, dtype=value.dtype).reshape(value.shape)
    batches = "." in value.container or array.ndim == MAX_DIMENSIONS
    while batches and array.ndim > max(axes, ROWS_COLUMNS) and array.shape[0] == 1:
        array = array[0]
    return array


def _is_number(elements: str) -> bool:
    """Knows the types of numbers; whole numbers and floats of any width, but no truth values."""
    return elements in ELEMENTS or elements.rstrip("0123456789") in TYPES


def equal_elements(left: Array, right: Array) -> Array:
    """Marks the equal elements of two arrays of one shape, int and float compared exactly.

    Python compares an int with a float without rounding, NumPy does not. NaN equals nothing.
    """
    import numpy as np

    if left.dtype.kind == right.dtype.kind or (_is_small(left) and _is_small(right)):
        return np.asarray(left == right)
    pairs = zip(left.ravel().tolist(), right.ravel().tolist(), strict=True)
    equal = [element == other for element, other in pairs]
    return np.array(equal, dtype=bool).reshape(left.shape)


def _is_small(array: Array) -> bool:
    """Whether float64 holds all of it exactly; every float does."""
    if array.dtype.kind == "f":
        return True
    return bool(array.min(initial=0) > -EXACT and array.max(initial=0) < EXACT)


def same_numbers(left: Array, right: Array) -> bool:
    """Whether two arrays are equal element by element."""
    return bool(left.shape == right.shape and equal_elements(left, right).all())


CUT_OFF = "int *"  # what a function of int was given


def unchanged(before: Array, after: Value) -> bool:
    """Whether a matrix that the student's function was given still holds its numbers."""
    now = numbers(after)
    if now is None:
        return False
    while before.ndim > now.ndim and before.shape[0] == 1:
        before = before[0]  # as `numbers` does
    if after.dtype in NARROW or after.container == CUT_OFF:
        before = before.astype(after.dtype)  # as it was given
    return same_numbers(before, now)


EPS = {Precision.DOUBLE: 2.0**-52, Precision.SINGLE: 2.0**-23}

ALLOWED = {Precision.DOUBLE: 2.0**14, Precision.SINGLE: 64.0}
"""Units that an answer may be away.

Any order of summing n terms stays within n/2 units (Higham, Accuracy and Stability of Numerical
Algorithms, 2nd ed., eq. 3.13), mostly within sqrt(n). In double precision the rest of 2**14 leaves
room for methods that are stable only in norm (Strassen's, ibid. sec. 23.2.2; Fourier transforms)
and stays four digits below single precision. In single precision 64 is above the worst of honest
ways up to n = 16384 (50) and of Winograd's F(2x2, 3x3) and F(4x4, 3x3) (31), and below the best of
TF32 (330), half precision and bfloat16 (above 600).
"""

REDUCED = 1e5
"""Units of single precision up to which an answer has too few digits; beyond it is wrong."""

SEEN_AS_SINGLE = (
    ALLOWED[Precision.DOUBLE] * EPS[Precision.DOUBLE] / ALLOWED[Precision.SINGLE]
) / EPS[Precision.SINGLE]
"""Share of the single bound above which an answer was not computed in double precision."""

ROUNDED_LATE = 2.0**11
"""Bounds of double precision, within which no single precision comes: 2**-27 of the scale.

Whoever is nearer computed in double precision and rounded the result, to about nine digits.
"""


def share(precision: Precision) -> float:
    """Says how far, as a share of `scale`, an element may be away."""
    return ALLOWED[precision] * EPS[precision]
