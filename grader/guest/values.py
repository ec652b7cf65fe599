"""Convert any value to a description and bytes."""

from typing import Any

from . import arrays
from .naming import Packed, class_name, show
from .nests import pack_nest
from .protocol import Kind, ValueRecord

MOST_BESIDE = 5  # members of a tuple that contains a matrix
BESIDE = "tuple with "


def contents(value: Any) -> Any:
    """Return the matrix in a student's object, if it holds exactly one."""
    if _is_matrix(value):
        return value
    try:
        held = [attribute for attribute in vars(value).values() if _is_matrix(attribute)]
    except TypeError:
        return value
    return held[0] if len(held) == 1 else value


class Accompanied:
    """A matrix returned beside plain values: `return c, elapsed`."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = matrix


def single_out(value: Any) -> Any:
    """Return the matrix in a tuple whose other members are numbers or texts."""
    if type(value) is not tuple or len(value) > MOST_BESIDE:
        return value
    held = [member for member in value if _has_rows(member)]
    beside = [member for member in value if not _is_matrix(member) and not _is_plain_value(member)]
    others = sum(_is_matrix(member) for member in value) - len(held)
    return Accompanied(held[0]) if len(held) == 1 and not beside and not others else value


def _has_rows(value: Any) -> bool:
    if arrays.is_array(value):
        return len(arrays.plain_shape(value)) > 1
    return type(value) in (list, tuple) and len(value) > 0 and _is_matrix(value[0])


def _is_plain_value(value: Any) -> bool:
    return type(value) in (int, float, bool, str, type(None)) or bool(arrays.as_number(value)[0])


def _is_matrix(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or arrays.is_array(value)


def pack(value: Any) -> Packed:  # noqa: PLR0911 - one for each kind of value
    """Describe any value; rectangular nests of numbers and arrays are also packed as bytes."""
    if type(value) is Accompanied:
        head, data = pack(value.matrix)
        return {**head, "container": f"{BESIDE}{head['container']}"}, data
    if value is None:
        return {"kind": "none", "container": "NoneType"}, b""
    if arrays.holds_objects(value) and value.ndim:
        head, data = pack_nest(value.tolist())
        return {**head, "container": "numpy.ndarray"}, data
    if arrays.is_array(value):
        return arrays.pack_array(value)
    if isinstance(value, (int, float, complex)) or arrays.as_number(value)[0]:
        return _plain("scalar", value), b""
    if isinstance(value, (list, tuple)):
        return pack_nest(value)
    return _plain("other", value), b""


def pack_all(returned: list[Any], most: int) -> tuple[list[ValueRecord], list[Any]]:
    """Pack values into at most `most` bytes in total; reduce the largest to their shape if needed.

    A program may honestly return more than the host accepts (np.kron of two matrices).
    """
    packed = [pack(value) for value in returned]
    while sum(len(data) for _, data in packed) > most:
        largest = max(range(len(packed)), key=lambda at: len(packed[at][1]))
        packed[largest] = (arrays.without_elements(packed[largest][0]), b"")
    return [head for head, _ in packed], [data for _, data in packed]


def _plain(kind: Kind, value: Any) -> ValueRecord:
    return {"kind": kind, "container": class_name(value), "description": show(value)}
