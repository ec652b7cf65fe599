"""Which of a program's variables can show what it computed: matrices that are not trivial."""

from collections.abc import Mapping
from dataclasses import dataclass

from grader.correctness.values import numbers
from grader.model.course import Precision
from grader.model.reference import Array
from grader.model.run import Value

MOST = 40  # matrices that are looked at, the first ones
MOST_ELEMENTS = 1 << 26  # of all of them together
LEAST = 2  # rows and columns
SINGLE = 4  # bytes
EXACT = {2: 2**11, 4: 2**24, 8: 2**53}
"""Up to here a float of so many bytes holds every whole number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand:
    """A matrix of rows x columns, finite, two of whose elements differ."""

    name: str
    floats: Array  # float64
    whole: Array | None  # the same as int64; None unless all are whole numbers and held exactly
    held: int  # every whole number up to here fits its type; 0 = its type is an integer
    precision: Precision

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.floats.shape
        return rows, columns

    @property
    def largest(self) -> int:
        """The largest magnitude, rounded up."""
        return 1 + max(int(self.floats.max()), -int(self.floats.min()))


def operands(values: Mapping[str, Value]) -> tuple[Operand, ...]:
    """Picks, in their order, the matrices that are neither constant nor a multiple of identity."""
    chosen: list[Operand] = []
    elements = 0
    for name, value in values.items():
        array = numbers(value)
        if array is None or array.ndim != LEAST or min(array.shape) < LEAST:
            continue
        if len(chosen) == MOST or elements + array.size > MOST_ELEMENTS:
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
        whole=_whole(array),
        held=EXACT[array.dtype.itemsize] if is_float else 0,
        precision=_precision(array) if is_float else Precision.DOUBLE,
    )


def _is_trivial(floats: Array) -> bool:
    """Says whether all elements are the same, or all but those of a square's diagonal are 0."""
    import numpy as np

    rows, columns = floats.shape
    first = floats[0, 0]
    if (floats == first).all():
        return True
    return rows == columns and bool((floats == first * np.eye(rows)).all())


def _whole(array: Array) -> Array | None:
    """Gives the whole numbers. An unsigned one over the largest int64 is not among them."""
    import numpy as np

    if array.dtype.kind == "f":
        limit = EXACT[array.dtype.itemsize]
        if not ((np.rint(array) == array) & (np.abs(array) <= limit)).all():
            return None
    elif array.dtype.kind == "u" and int(array.max()) >= 2**63:
        return None
    return array.astype(np.int64)


def _precision(array: Array) -> Precision:
    """Says what floats were computed in; a list made from float32 has doubles that all fit it."""
    import numpy as np

    if array.dtype.itemsize <= SINGLE:
        return Precision.SINGLE
    with np.errstate(over="ignore"):
        short = (array.astype(np.float32) == array).all()
    return Precision.SINGLE if short and _whole(array) is None else Precision.DOUBLE
