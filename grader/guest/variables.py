"""Find matrices among a program's variables, and among attributes of its own objects.

Only lists, tuples and the libraries' own arrays are inspected, since an object of a student's
class could return anything.
"""

from array import array
from collections import deque
from collections.abc import Callable, Iterator
from types import GetSetDescriptorType
from typing import Any

from . import arrays, values
from .alarm import Cut
from .naming import Packed, clip
from .protocol import MATRIX_AXES, MAX_MATRICES, MAX_SIDE

MOST_BYTES = 32 * 2**20  # three matrices of 1024 x 1024, with a margin
MOST_NAMES, MOST_LETTERS = 10_000, 100
CELL_BYTES = 8
_classes_of: Callable[[Any], Any] = type.__dict__["__mro__"].__get__
_dict_of: Callable[[Any], Any] = type.__dict__["__dict__"].__get__


def pack_matrices(space: dict[str, Any], own: frozenset[str], packed: list[Packed]) -> None:
    """Append packed matrices to `packed`, small ones first; heads have a "name".

    `own` are the names of the student's modules. Raises nothing but Cut.
    """
    left = MOST_BYTES
    for size, name, value in _chosen(space, own):
        del size
        try:
            head, data = values.pack(value)
        except Cut:
            raise
        except BaseException:  # noqa: BLE001, S112 - an element may be an object of the student's
            continue
        if head["kind"] == "matrix" and len(head["shape"]) == MATRIX_AXES and len(data) <= left:
            packed.append(({**head, "name": name}, data))
            left -= len(data)


def _chosen(space: dict[str, Any], own: frozenset[str]) -> list[tuple[int, str, Any]]:
    """Select candidates, dropping the largest if there are too many; each object counts once."""
    candidates: dict[int, tuple[int, str, Any]] = {}
    for name, value in _named(space, own):
        if cells := _cells(value):
            candidates.setdefault(id(value), (cells * CELL_BYTES, name, value))
    chosen, left = [], MOST_BYTES
    for candidate in sorted(candidates.values(), key=lambda candidate: candidate[0])[:MAX_MATRICES]:
        left -= candidate[0]
        if left >= 0:
            chosen.append(candidate)
    return chosen


def _named(space: dict[str, Any], own: frozenset[str]) -> Iterator[tuple[str, Any]]:
    for name, value in _items(space):
        yield name, value
        held = _attributes(value, own)
        for attribute, inner in _items(held) if held else ():
            yield f"{name}.{attribute}", inner


def _items(space: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in list(dict.items(space))[:MOST_NAMES]:
        if type(name) is str and not name.startswith("__"):
            yield clip(name, MOST_LETTERS), value


def _attributes(value: Any, own: frozenset[str]) -> dict[str, Any] | None:
    """Return the attributes of an instance of the student's class, bypassing its methods."""
    classes = _classes_of(type(value))
    module = _dict_of(classes[0]).get("__module__")
    if type(module) is not str or module not in own:
        return None
    for cls in classes:
        descriptor = _dict_of(cls).get("__dict__")
        if type(descriptor) is GetSetDescriptorType:
            held = descriptor.__get__(value)
            return held if type(held) is dict else None
    return None


def _cells(value: Any) -> int:
    """Return the number of elements of a possible matrix; 0 for everything else."""
    rows, columns = _sides(value)
    return rows * columns if max(rows, columns) <= MAX_SIDE else 0


def _sides(value: Any) -> tuple[int, int]:
    if not _is_exactly(value, (list, tuple)):
        shape = arrays.plain_shape(value)
        return (shape[0], shape[1]) if len(shape) == MATRIX_AXES else (0, 0)
    row: Any = next(iter(value), None)
    if _is_exactly(row, (list, tuple, array, deque)):
        numbers = arrays.is_number(next(iter(row), None))
        return (len(value), len(row)) if numbers else (0, 0)
    shape = arrays.plain_shape(row)
    return (len(value), shape[0]) if len(shape) == 1 else (0, 0)


def _is_exactly(value: Any, kinds: tuple[type, ...]) -> bool:
    """Return whether a value's type is one of these; `in` would call the value's metaclass."""
    return any(type(value) is kind for kind in kinds)
