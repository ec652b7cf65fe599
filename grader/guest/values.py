"""Any value to a description and bytes."""

from typing import Any

from . import arrays
from .naming import Packed, class_name, show
from .nests import pack_nest


def contents(value: Any) -> Any:
    """Takes the matrix out of a student's matrix object, if it holds just one."""
    if _is_matrix(value):
        return value
    try:
        held = [one for one in vars(value).values() if _is_matrix(one)]
    except TypeError:
        return value
    return held[0] if len(held) == 1 else value


def _is_matrix(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or arrays.is_array(value)


def pack(value: Any) -> Packed:
    """Describes any value; a rectangular nest of numbers and an array also as bytes."""
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


def _plain(kind: str, value: Any) -> dict[str, Any]:
    return {"kind": kind, "container": class_name(value), "description": show(value)}
