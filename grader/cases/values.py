"""Convert results from the sandbox to arrays on the host. No claim of a value is trusted.

Errors of float answers are measured in units of eps·scale, where the reference's `scale` is the
sum of absolute values of an element's terms. Pure, like everything that checks.py imports.
"""

import math

from grader.model.calling import Value, ValueKind
from grader.model.course import Precision
from grader.model.reference import Array

ALWAYS = "always-the-same"
"""A mistake independent of the reference: the answer does not depend on the inputs."""
DTYPES = ("<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "<f8", "<f4", "<f2")
ELEMENTS = {"int", "float"}
TYPES = ("int", "uint", "float", "bfloat", "longdouble")  # of libraries, without the bit width
MAX_DIMENSIONS = 4
MAX_ELEMENTS = 1 << 26
ROWS_COLUMNS = 2
EXACT = 2**53  # every integer below is exact in float64

NARROW = ("<f4", "<f2")  # cannot represent every double


def numbers(value: Value, axes: int = ROWS_COLUMNS) -> Array | None:
    """Return an integer or float array of the value's shape; None if it is no such array.

    Leading axes of length 1, such as conv2d's batch and channel, are removed until there are two,
    or as many as in the answer. Superfluous brackets of nested lists are not removed.
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
    """Return whether a dtype is an integer or float type of any width, excluding bool."""
    return elements in ELEMENTS or elements.rstrip("0123456789") in TYPES


def equal_elements(left: Array, right: Array) -> Array:
    """Return a mask of equal elements; integers and floats are compared exactly.

    Python compares an int with a float without rounding, NumPy does not. NaN equals nothing.
    """
    import numpy as np

    if left.dtype.kind == right.dtype.kind or (_is_small(left) and _is_small(right)):
        return np.asarray(left == right)
    pairs = zip(left.ravel().tolist(), right.ravel().tolist(), strict=True)
    equal = [element == other for element, other in pairs]
    return np.array(equal, dtype=bool).reshape(left.shape)


def _is_small(array: Array) -> bool:
    """Return whether float64 represents all of it exactly; True for floats."""
    if array.dtype.kind == "f":
        return True
    return bool(array.min(initial=0) > -EXACT and array.max(initial=0) < EXACT)


def same_numbers(left: Array, right: Array) -> bool:
    """Return whether two arrays are equal in shape and in every element."""
    return bool(left.shape == right.shape and equal_elements(left, right).all())


CUT_OFF = "int *"  # container of inputs passed to a function of int


def unchanged(before: Array, after: Value) -> bool:
    """Return whether a matrix passed to the student's function is unchanged."""
    now = numbers(after)
    if now is None:
        return False
    while before.ndim > now.ndim and before.shape[0] == 1:
        before = before[0]  # as `numbers` does
    if after.dtype in NARROW or after.container == CUT_OFF:
        before = before.astype(after.dtype)  # as it was passed
    return same_numbers(before, now)


EPS = {Precision.DOUBLE: 2.0**-52, Precision.SINGLE: 2.0**-23}

ALLOWED = {Precision.DOUBLE: 2.0**14, Precision.SINGLE: 64.0}
"""Tolerance in units.

Any summation order of n terms stays within n/2 units (Higham, Accuracy and Stability of Numerical
Algorithms, 2nd ed., eq. 3.13), usually within sqrt(n). In double precision, 2**14 leaves room for
methods that are stable only in norm (Strassen's, ibid. sec. 23.2.2; Fourier transforms) and stays
four digits below single precision. In single precision, 64 exceeds the worst honest methods up to n
= 16384 (50) and Winograd's F(2x2, 3x3) and F(4x4, 3x3) (31), and is below the best of TF32 (330),
half precision and bfloat16 (above 600).
"""

REDUCED = 1e5
"""Units of single precision up to which an answer is imprecise; beyond, it is wrong."""

SEEN_AS_SINGLE = (
    ALLOWED[Precision.DOUBLE] * EPS[Precision.DOUBLE] / ALLOWED[Precision.SINGLE]
) / EPS[Precision.SINGLE]
"""Share of the single-precision bound above which an answer was not computed in double."""

ROUNDED_LATE = 2.0**11
"""Bounds of double precision that no single-precision computation reaches: 2**-27 of the scale.

A closer answer was computed in double precision and then rounded to about nine digits.
"""


def share(precision: Precision) -> float:
    """Return the tolerance as a share of `scale`."""
    return ALLOWED[precision] * EPS[precision]
