"""Convert nested lists to bytes and back. The host checks and compares; this only packs."""

import math
from array import array
from collections import deque
from itertools import chain
from typing import Any

from . import arrays
from .naming import MAX_REPR, Packed, class_name, show
from .protocol import MAX_DIMENSIONS, Kind, ValueRecord

MAX_ELEMENTS = 4_000_000
NUMBERS = {int, float}
MIN_I8, MAX_I8 = -(2**63), 2**63 - 1


def unpack(dtype: str, shape: list[int], data: memoryview) -> list[Any]:
    """Create a nested list of int (dtype "<i8") or float ("<f8") from bytes in C order."""
    flat = array("q" if dtype == "<i8" else "d")
    flat.frombytes(data)
    return fold(flat.tolist(), shape)


def fold(flat: list[Any], shape: list[int]) -> list[Any]:
    """Nest a flat list in C order."""
    for length in reversed(shape[1:]):
        flat = [flat[start : start + length] for start in range(0, len(flat), length)]
    return flat


def pack_nest(value: Any) -> Packed:
    """Describe a list or tuple; a rectangular nest of numbers is also packed as bytes."""
    shape: list[int] = []
    names: list[str] = []
    level: list[Any] = [value]
    plain = False  # Python numbers only, the common case, need no closer look
    while level and all(isinstance(member, (list, tuple)) for member in level):
        if len(shape) == MAX_DIMENSIONS:
            return _other(value, names)
        names.append(class_name(level[0]))
        rows = [_items(nest) for nest in level]
        widths = {len(row) for row in rows}
        if len(widths) != 1 or (0 in widths and shape):
            return _ragged(names, [len(row) for row in rows])
        shape.append(len(rows[0]))
        if math.prod(shape) > MAX_ELEMENTS:
            return {**_head("other", names), "description": "too many elements"}, b""
        level = list(chain.from_iterable(rows))
        if plain := all(type(member) is int or type(member) is float for member in level):
            break
        level = [_as_nest(element) for element in level]
    nested = not plain and any(isinstance(member, (list, tuple)) for member in level)
    if not level or nested:
        return _other(value, names)
    head, data = _pack_numbers({**_head("matrix", names), "shape": shape}, level)
    if len(shape) > 1:
        return head, data
    return ({**head, "description": show(value)}, data) if data else _other(value, names)


def _items(nest: Any) -> list[Any]:
    """Return the items of a list or tuple, bypassing a subclass's iteration."""
    if type(nest) is list or type(nest) is tuple:
        return list(nest)
    kind = list if isinstance(nest, list) else tuple
    return [*kind.__iter__(nest)]


def _as_nest(element: Any) -> Any:
    """Convert an array inside a list to what a list would hold."""
    if type(element) in (int, float, list, tuple):
        return element
    if type(element) in (array, deque):
        return list(element)
    return arrays.as_nest(element)


def _head(kind: Kind, names: list[str]) -> ValueRecord:
    return {"kind": kind, "container": " of ".join(names)[:MAX_REPR]}


def _other(value: Any, names: list[str]) -> Packed:
    container = class_name(value) if len(names) < 2 else " of ".join(names)  # noqa: PLR2004
    return {"kind": "other", "container": container[:MAX_REPR], "description": show(value)}, b""


def _ragged(names: list[str], lengths: list[int]) -> Packed:
    return {**_head("ragged", names), "description": ", ".join(map(str, lengths[:8]))}, b""


def _pack_numbers(head: ValueRecord, flat: list[Any]) -> Packed:
    kinds: set[Any] = {type(element) for element in flat}
    if not kinds <= NUMBERS:
        kinds, flat = _unboxed(flat)
    names = sorted(kind if isinstance(kind, str) else kind.__name__ for kind in kinds)
    head["elements"] = " and ".join(names)[:MAX_REPR]
    types = {type(element) for element in flat}
    if types == {int} and min(flat) >= MIN_I8 and max(flat) <= MAX_I8:
        return {**head, "dtype": "<i8"}, array("q", flat).tobytes()
    if types == {float}:
        return {**head, "dtype": "<f8"}, array("d", flat).tobytes()
    if types <= NUMBERS:
        numbers = array("d", [_to_float(number) for number in flat])
        return {**head, "dtype": "<f8"}, numbers.tobytes()
    odd = next(element for element in flat if type(element) not in (int, float))
    del head["shape"]
    return {**head, "kind": "other", "description": show(odd)}, b""


def _unboxed(flat: list[Any]) -> tuple[set[Any], list[Any]]:
    """Convert library scalars to numbers; also return their types."""
    kinds: set[Any] = set()
    plain = []
    for element in flat:
        name, number = arrays.as_number(element)
        kinds.add(name or type(element))
        plain.append(_exact(number))
    return kinds, plain


def _exact(number: Any) -> Any:
    """Return the plain value of an instance of a subclass of float or int, except bool."""
    if isinstance(number, float):
        return float.__pos__(number)
    if isinstance(number, int) and type(number) is not bool:
        return int.__pos__(number)
    return number


def _to_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf
