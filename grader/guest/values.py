"""Nested lists to bytes and back. The host checks and compares; here is only packing."""

import math
from array import array
from typing import Any

MAX_ELEMENTS = 4_000_000
MAX_REPR = 200
MIN_I8, MAX_I8 = -(2**63), 2**63 - 1

Packed = tuple[dict[str, Any], bytes]


def unpack_matrix(dtype: str, rows: int, columns: int, data: bytes) -> list[list[Any]]:
    """Makes a nested list of int (dtype "<i8") or float ("<f8") from bytes in C order."""
    flat = array("q" if dtype == "<i8" else "d")
    flat.frombytes(data)
    numbers = flat.tolist()
    return [numbers[row * columns : (row + 1) * columns] for row in range(rows)]


def contents(value: Any) -> Any:
    """Takes the nested list out of a student's matrix object, if it holds just one."""
    if isinstance(value, (list, tuple)):
        return value
    try:
        held = [one for one in vars(value).values() if isinstance(one, (list, tuple))]
    except TypeError:
        return value
    return held[0] if len(held) == 1 else value


def pack(value: Any) -> Packed:
    """Describes any value; a rectangular nest of numbers also as bytes."""
    if value is None:
        return {"kind": "none", "container": "NoneType"}, b""
    if isinstance(value, (int, float, complex)):
        return _plain("scalar", value), b""
    if not isinstance(value, (list, tuple)):
        return _plain("other", value), b""
    rows = list(value)
    if not rows or not all(isinstance(row, (list, tuple)) for row in rows):
        return _plain("other", value), b""
    return _pack_rows(value, [list(row) for row in rows])


def _pack_rows(value: Any, rows: list[list[Any]]) -> Packed:
    container = f"{class_name(value)} of {class_name(value[0])}"
    widths = {len(row) for row in rows}
    if len(widths) != 1 or 0 in widths:
        lengths = ", ".join(str(len(row)) for row in rows[:8])
        return {"kind": "ragged", "container": container, "description": lengths}, b""
    flat = [element for row in rows for element in row]
    if len(flat) > MAX_ELEMENTS:
        return {"kind": "other", "container": container, "description": "too many elements"}, b""
    head = {"container": container, "shape": [len(rows), len(rows[0])]}
    return _pack_numbers(head, flat)


def _pack_numbers(head: dict[str, Any], flat: list[Any]) -> Packed:
    types = {type(element) for element in flat}
    head["elements"] = " and ".join(sorted(kind.__name__ for kind in types))[:MAX_REPR]
    if types == {int} and all(MIN_I8 <= number <= MAX_I8 for number in flat):
        return {**head, "kind": "matrix", "dtype": "<i8"}, array("q", flat).tobytes()
    if types <= {int, float}:
        numbers = array("d", [_to_float(number) for number in flat])
        return {**head, "kind": "matrix", "dtype": "<f8"}, numbers.tobytes()
    odd = next(element for element in flat if type(element) not in (int, float))
    return {**head, "kind": "other", "description": _show(odd)}, b""


def _to_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _plain(kind: str, value: Any) -> dict[str, Any]:
    return {"kind": kind, "container": class_name(value), "description": _show(value)}


def class_name(value: Any) -> str:
    """Gives the name of a value's class, past whatever its metaclass may say."""
    return clip(type.__dict__["__name__"].__get__(type(value)), MAX_REPR)


def clip(text: str, limit: int) -> str:
    """Shortens a text; past whatever a subclass of str may say."""
    return str.__getitem__(text, slice(0, limit))


def _show(value: Any) -> str:
    try:
        return clip(repr(value), MAX_REPR)
    except Exception:  # noqa: BLE001 - a student's __repr__ may raise anything
        return "?"
