"""How far a float answer may be from the right one.

Errors are measured in units of eps·scale, where the reference's `scale` is the sum of the absolute
values of an element's terms. Pure, as everything that checks.py imports.
"""

from grader.model.course import Precision

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
