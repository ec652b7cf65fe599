"""Convert plain values to JSON and back, on both sides of the sandbox. Standard library only.

JSON's numbers, texts and null represent themselves; everything else is an object with one key that
names its kind: {"tuple": [1, 2]}. Floats are written in hexadecimal, so that none is rounded. No
method of a student's class is called: a subclass of a list is read as a list.

A value that is too large or too deep becomes {"cut": reason}, and one that is not plain {"other":
[name of its class, its repr]}.
"""

import base64
import re
import sys
from itertools import islice
from types import GeneratorType
from typing import Any, NamedTuple

MOST_NODES = 50_000  # nested values
MOST_MEMBERS = 5_000  # of a set or a dict
MOST_ITEMS = 10_000  # taken from a generator
MOST_BYTES = 4_000_000  # of texts and arrays
MOST_BITS = 1 << 18  # of an integer
MOST_DEPTH = 60
PLAIN_BITS = 53  # of an integer that is sent as a JSON number
MOST_DIMENSIONS = 32
MOST_TEXT = 200  # characters of the repr of a value that is not plain
MOST_EQUAL = 100  # equal hashes of different members
NUMBERS = "biufc"  # kinds of dtypes whose bytes are sent
DTYPE = re.compile(rf"[<|][{NUMBERS}]\d{{1,2}}")

_subclass: Any = type.__dict__["__mro__"]
_name: Any = type.__dict__["__name__"]
_ITERATORS: tuple[Any, ...] = (
    *(GeneratorType, map, filter, zip, enumerate, reversed, range),
    *(type({}.keys()), type({}.values()), type({}.items())),
    *map(type, (iter([]), iter(()), iter({}), iter(set()), iter(""), iter(range(0)))),
)


def class_name(value: Any) -> str:
    """Return the name of a value's class, bypassing its metaclass."""
    return name_of(type(value))


def name_of(kind: Any) -> str:
    """Return a class's name, bypassing its metaclass."""
    return clip(_name.__get__(kind), 100)


def clip(text: str, limit: int) -> str:
    """Shorten a text, bypassing a subclass of str."""
    return str.__getitem__(text, slice(0, limit))


def _show(value: Any) -> str:
    try:
        return clip(repr(value), MOST_TEXT)
    except Exception:  # noqa: BLE001 - a student's __repr__ may raise anything
        return "?"


class Left:
    """The remaining budget for writing a value."""

    def __init__(self) -> None:
        self.nodes = MOST_NODES
        self.bytes = MOST_BYTES

    def takes(self, nodes: int, size: int) -> bool:
        """Deduct from the budget; return whether it was sufficient."""
        if nodes > self.nodes or size > self.bytes:
            return False
        self.nodes -= nodes
        self.bytes -= size
        return True


class Kinds(NamedTuple):
    """Classes of libraries, saved before a program was loaded; () without the library."""

    array: tuple[Any, ...] = ()
    scalar: tuple[Any, ...] = ()
    frame: tuple[Any, ...] = ()
    series: tuple[Any, ...] = ()


def kinds_now() -> Kinds:
    """Return the classes of imported libraries."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return with_frames(Kinds())
    return with_frames(Kinds(array=(numpy.ndarray,), scalar=(numpy.generic,)))


def with_frames(kinds: Kinds) -> Kinds:
    """Add the classes of pandas, which only programs that use it load."""
    pandas: Any = sys.modules.get("pandas")
    if kinds.frame or pandas is None:
        return kinds
    return kinds._replace(frame=(pandas.DataFrame,), series=(pandas.Series,))


def pack(  # noqa: C901, PLR0911  one for each kind of value
    value: Any, kinds: Kinds, left: Left | None = None, depth: int = 0
) -> Any:
    """Convert a value to what JSON can represent."""
    left = Left() if left is None else left
    if not left.takes(1, 0):
        return {"cut": "size"}
    if depth > MOST_DEPTH:
        return {"cut": "depth"}
    kind = type(value)
    if value is None or kind is bool:
        return value
    for base, packer in _PACKERS:
        if kind is base:
            return packer(value, kinds, left, depth)
    if kind in _ITERATORS:
        return _pack_items(value, kinds, left, depth)
    for names, packer in ((kinds.array, _pack_array), (kinds.scalar, _pack_scalar)):
        if names and names[0] in _subclass.__get__(kind):  # bypassing the class
            return packer(value, kinds, left, depth)
    if kinds.frame and kind in kinds.frame:
        return _pack_frame(value, kinds, left, depth)
    if kinds.series and kind in kinds.series:
        return _pack_series(value, kinds, left, depth)
    for base, packer in _PACKERS:
        if base in _subclass.__get__(kind):
            return {"sub": [class_name(value), packer(value, kinds, left, depth)]}
    return {"other": [class_name(value), _show(value)]}


def _pack_int(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    del kinds, depth
    plain = int.__add__(value, 0)
    bits = plain.bit_length()
    if bits <= PLAIN_BITS:
        return plain
    if bits > MOST_BITS or not left.takes(0, bits // 4):
        return {"cut": "size"}
    return {"int": hex(plain)}


def _pack_float(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    del kinds, left, depth
    return {"float": float.hex(float.__add__(value, 0.0) if type(value) is not float else value)}


def _pack_complex(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    del kinds, left, depth
    real, imag = complex.__dict__["real"], complex.__dict__["imag"]
    return {"complex": [float.hex(part.__get__(value)) for part in (real, imag)]}


def _pack_text(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    del kinds, depth
    if not left.takes(0, str.__len__(value)):
        return {"cut": "size"}
    return str.__getitem__(value, slice(None))


def _pack_bytes(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    del kinds, depth
    if not left.takes(0, bytes.__len__(value)):
        return {"cut": "size"}
    return {"bytes": bytes.hex(value)}


def _pack_list(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    return _members(list.__iter__(value), list.__len__(value), kinds, left, depth)


def _pack_tuple(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    members = _members(tuple.__iter__(value), tuple.__len__(value), kinds, left, depth)
    return members if isinstance(members, dict) else {"tuple": members}


def _pack_set(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    base = set if set in _subclass.__get__(type(value)) else frozenset
    count = base.__len__(value)
    if count > MOST_MEMBERS:
        return {"cut": "size"}
    members = _members(base.__iter__(value), count, kinds, left, depth)
    return members if isinstance(members, dict) else {"set": members}


def _pack_dict(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    count = dict.__len__(value)
    if count > MOST_MEMBERS or count > left.nodes:
        return {"cut": "size"}
    items = list(dict.items(value))
    return {"dict": [[pack(member, kinds, left, depth + 1) for member in item] for item in items]}


def _members(members: Any, count: int, kinds: Kinds, left: Left, depth: int) -> Any:
    if count > left.nodes:
        return {"cut": "size"}
    return [pack(member, kinds, left, depth + 1) for member in members]


def _pack_items(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    """Take a limited number of elements of an iterator; its exceptions are the program's."""
    name = class_name(value)
    taken = list(islice(value, MOST_ITEMS + 1))
    items = _members(taken[:MOST_ITEMS], min(len(taken), MOST_ITEMS), kinds, left, depth)
    return {"items": [name, items, len(taken) > MOST_ITEMS]}


def _pack_array(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    (array,) = kinds.array
    dtype, shape = _of_array(array, "dtype", value), _of_array(array, "shape", value)
    if dtype.kind not in NUMBERS:
        listed = array.tolist(value)
        return {"objects": [str(dtype)[:40], pack(listed, kinds, left, depth + 1)]}
    size = dtype.itemsize
    for length in shape:
        size *= max(length, 1)  # a million empty rows are a million lists
    if not left.takes(0, size):
        return {"cut": "size"}
    plain = array.astype(value, dtype.newbyteorder("<"), order="C", subok=False, copy=True)
    data = base64.b64encode(array.tobytes(plain)).decode("ascii")
    return {"array": [str(dtype.newbyteorder("<").str), list(shape), data]}


def _of_array(array: Any, name: str, value: Any) -> Any:
    return array.__dict__[name].__get__(value)


def _pack_scalar(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    dtype = value.dtype
    if dtype.kind not in NUMBERS:
        return pack(value.item(), kinds, left, depth + 1)
    swapped = value.dtype.newbyteorder("<")
    return {"scalar": [str(swapped.str), base64.b64encode(value.tobytes()).decode("ascii")]}


def _pack_frame(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    columns = [
        [column, list(value.iloc[:, number].tolist())]
        for number, column in enumerate(value.columns.tolist())
    ]
    return {"frame": pack([value.index.tolist(), columns], kinds, left, depth + 1)}


def _pack_series(value: Any, kinds: Kinds, left: Left, depth: int) -> Any:
    return {"series": pack([value.index.tolist(), value.tolist()], kinds, left, depth + 1)}


_PACKERS: tuple[tuple[Any, Any], ...] = (
    (int, _pack_int),
    (float, _pack_float),
    (complex, _pack_complex),
    (str, _pack_text),
    (bytes, _pack_bytes),
    (list, _pack_list),
    (tuple, _pack_tuple),
    (set, _pack_set),
    (frozenset, _pack_set),
    (dict, _pack_dict),
)


class Foreign(NamedTuple):
    """A value that is not plain, by the name of its class."""

    name: str
    text: str


class Cut(NamedTuple):
    """A value that was too large or too deep."""

    why: str


class Items(NamedTuple):
    """The elements taken from an iterator."""

    name: str  # of its class
    items: list[Any]
    more: bool  # whether it had more elements


class Sub(NamedTuple):
    """A value of a subclass of a plain type."""

    name: str
    value: Any


class Table(NamedTuple):
    """A frame or a series of pandas."""

    rows: list[Any]  # their names
    columns: list[Any]  # of a frame: names with values; of a series: values
    series: bool


def unpack(data: Any, left: Left | None = None, depth: int = 0) -> Any:
    """Return the value that `pack` wrote. Raises ValueError for anything else."""
    left = Left() if left is None else left
    if depth > 2 * MOST_DEPTH or not left.takes(1, 0):
        raise ValueError("a value that is too large")
    if data is None or type(data) in (bool, int, str):
        if type(data) is str and not left.takes(0, len(data)):
            raise ValueError("a text that is too long")
        return data
    if type(data) is list:
        return [unpack(member, left, depth + 1) for member in data]
    if type(data) is not dict or len(data) != 1:
        raise ValueError("no value")
    ((key, content),) = data.items()
    reader = _UNPACKERS.get(key)
    if reader is None:
        raise ValueError("a kind of value that is none")
    try:
        return reader(content, left, depth)
    except (TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(f"not the content of {key}") from error


def _list_of(content: Any, left: Left, depth: int) -> list[Any]:
    if type(content) is not list:
        raise TypeError("no list")
    return [unpack(member, left, depth + 1) for member in content]


def _set_of(content: Any, left: Left, depth: int) -> Any:
    if len(content) > MOST_MEMBERS:
        raise ValueError("a set that is too large")
    members = [_hashable(member) for member in _list_of(content, left, depth)]
    _expect_spread(members)
    return _all_of(frozenset(members), members)


def _dict_of(content: Any, left: Left, depth: int) -> Any:
    if len(content) > MOST_MEMBERS:
        raise ValueError("a dict that is too large")
    pairs = [_list_of(pair, left, depth) for pair in content]
    keys = [_hashable(key) for key, _ in pairs]
    _expect_spread(keys)
    read = {key: value for key, (_, value) in zip(keys, pairs, strict=True)}
    _all_of(read, keys)
    return read


def _all_of(made: Any, members: list[Any]) -> Any:
    if len(made) < len(members):
        raise ValueError("members that are equal")  # none are in a set, unless a class lies
    return made


def _expect_spread(members: list[Any]) -> None:
    """Refuse keys with equal hashes, with which a set or dict would take too long."""
    if len(members) - len({hash(member) for member in members}) > MOST_EQUAL:
        raise ValueError("members with one hash")


def _hashable(value: Any) -> Any:
    """Make a key hashable again; it may have been an instance of a subclass of list."""
    if type(value) is tuple:
        return tuple(map(_hashable, value))
    if isinstance(value, Sub):
        return _hashable(value.value)
    try:
        hash(value)
    except TypeError:
        name = value.name if isinstance(value, Items) else type(value).__name__
        return Foreign(name, "…")
    return value


def _int_of(content: Any, left: Left, depth: int) -> int:
    del depth
    if len(content) > MOST_BITS // 4 + 8 or not left.takes(0, len(content)):
        raise ValueError("a number that is too long")
    return int(content, 16)


def _bytes_of(content: Any, left: Left, depth: int) -> bytes:
    del depth
    if not left.takes(0, len(content) // 2):
        raise ValueError("bytes that are too long")
    return bytes.fromhex(content)


def _array_of(content: Any, left: Left, depth: int) -> Any:
    del depth
    import numpy as np

    name, shape, data = content
    if DTYPE.fullmatch(name) is None or type(shape) is not list or len(shape) > MOST_DIMENSIONS:
        raise ValueError("no array")
    dtype, size = np.dtype(name), 1
    for length in shape:
        if type(length) is not int or length < 0:
            raise ValueError("no array")
        size *= max(length, 1)
    raw = base64.b64decode(data, validate=True)
    if not left.takes(0, max(len(raw), size * dtype.itemsize)):
        raise ValueError("an array that is too large")
    return np.frombuffer(raw, dtype).reshape(shape).copy()


def _scalar_of(content: Any, left: Left, depth: int) -> Any:
    name, data = content
    return _array_of([name, [1], data], left, depth)[0]


def _frame_of(content: Any, left: Left, depth: int) -> Table:
    index, columns = unpack(content, left, depth + 1)
    return Table(list(index), [tuple(column) for column in columns], series=False)


def _series_of(content: Any, left: Left, depth: int) -> Table:
    index, values = unpack(content, left, depth + 1)
    return Table(list(index), list(values), series=True)


def _items_of(content: Any, left: Left, depth: int) -> Items | Cut:
    name, items, more = content
    read = unpack(items, left, depth + 1)
    if isinstance(read, Cut):
        return read
    return Items(clip(str(name), 100), list(read), bool(more))


_UNPACKERS: dict[str, Any] = {
    "int": _int_of,
    "float": lambda content, _left, _depth: float.fromhex(content),
    "complex": lambda content, _left, _depth: complex(*map(float.fromhex, content)),
    "bytes": _bytes_of,
    "tuple": lambda content, left, depth: tuple(_list_of(content, left, depth)),
    "set": _set_of,
    "dict": _dict_of,
    "items": _items_of,
    "array": _array_of,
    "scalar": _scalar_of,
    "objects": lambda content, left, depth: Sub(
        f"ndarray of {clip(str(content[0]), 40)}", unpack(content[1], left, depth + 1)
    ),
    "frame": _frame_of,
    "series": _series_of,
    "sub": lambda content, left, depth: Sub(
        clip(str(content[0]), 100), unpack(content[1], left, depth + 1)
    ),
    "other": lambda content, _left, _depth: Foreign(
        clip(str(content[0]), 100), clip(str(content[1]), MOST_TEXT)
    ),
    "cut": lambda content, _left, _depth: Cut(clip(str(content), 20)),
}
