"""Substitute for NumPy in web pages without it: the part that is needed to compare answers.

Only the judging side imports it, under NumPy's name; programs never do. A program that may use
NumPy itself waits for the real one. Elements are stored as a flat list in C order. Integers do
not overflow here: every number that is compared has eight bytes or fewer.
"""

import builtins
import math
import operator
import random as _random
import struct
import sys
from array import array as _packed
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, Self

__version__ = "0"
CODES = {
    "|b1": "?",
    "|i1": "b",
    "<i2": "h",
    "<i4": "i",
    "<i8": "q",
    "<f2": "e",
    "<f4": "f",
    "|u1": "B",
    "<u2": "H",
    "<u4": "I",
    "<u8": "Q",
    "<f8": "d",
}
NAMES = {
    "bool": "|b1",
    "int8": "|i1",
    "int16": "<i2",
    "int32": "<i4",
    "int64": "<i8",
    "uint8": "|u1",
    "uint16": "<u2",
    "uint32": "<u4",
    "uint64": "<u8",
    "int": "<i8",
    "float16": "<f2",
    "float32": "<f4",
    "float64": "<f8",
    "float": "<f8",
}


class DType:
    """The type of an array's elements."""

    def __init__(self, text: str) -> None:
        """Parse NumPy's notation: "<i8"."""
        self.str = text
        self.kind = text[1]
        self.itemsize = int(text[2:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DType) and self.str == other.str

    def __hash__(self) -> int:
        return hash(self.str)

    def packs(self, flat: Sequence[Any]) -> bytes:
        """Convert elements to bytes."""
        code = CODES[self.str]
        if code in "?e":
            return struct.pack(f"<{len(flat)}{code}", *flat)
        return _packed(code, flat).tobytes()

    def unpacks(self, data: Any) -> list[Any]:
        """Convert bytes to elements."""
        code = CODES[self.str]
        if code in "?e":
            return [*struct.unpack(f"<{len(data) // self.itemsize}{code}", data)]
        flat = _packed(code)
        flat.frombytes(data)
        return flat.tolist()

    def takes(self, flat: Iterable[Any]) -> list[Any]:
        """Convert numbers to elements of this type."""
        if self.kind == "b":
            return [*map(builtins.bool, flat)]
        if self.kind in "iu":
            return [*map(int, flat)]
        floats = [*map(builtins.float, flat)]
        return floats if self.itemsize == BOTH else [self._rounded(number) for number in floats]

    def _rounded(self, number: builtins.float) -> builtins.float:
        code = "<" + CODES[self.str]
        try:
            rounded: builtins.float = struct.unpack(code, struct.pack(code, number))[0]
        except OverflowError:
            return math.copysign(math.inf, number)
        return rounded


BOTH = 8  # bytes of a double


def dtype(of: Any) -> DType:
    """Return an element type, however it is named."""
    if isinstance(of, DType):
        return of
    text = of if isinstance(of, str) else of.__name__
    if text[-2:] in {"i1", "u1", "b1"}:
        text = f"|{text[-2:]}"  # a byte has no order
    return DType(text if text in CODES else NAMES[text])


BOOL, INT, FLOAT = map(DType, ("|b1", "<i8", "<f8"))
int8, int16, int32, int64 = (dtype(f"int{bits}") for bits in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (dtype(f"uint{bits}") for bits in (8, 16, 32, 64))
float16, float32, float64 = (dtype(f"float{bits}") for bits in (16, 32, 64))


class Array:
    """An n-dimensional array."""

    __hash__ = None  # type: ignore[assignment]  # as NumPy's

    def __init__(self, numbers: list[Any], shape: Sequence[int], kind: DType) -> None:
        """Store the elements, in C order."""
        self.numbers = numbers
        self.shape = tuple(map(int, shape))
        self.dtype = kind

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.numbers)

    @property
    def flat(self) -> "Flat":
        """The elements, indexed in C order."""
        return Flat(self)

    @property
    def T(self) -> "Array":  # noqa: N802  NumPy's name
        """The array with its axes reversed."""
        return self._picked([*reversed([*zip(self.shape, _steps(self.shape), strict=True)])])

    def _picked(self, axes: Sequence[tuple[int, int]], start: int = 0) -> "Array":
        """Pick elements by the length and the step of each axis."""
        numbers = [self.numbers[at] for at in _places(axes, start)]
        return Array(numbers, [length for length, _ in axes], self.dtype)

    def astype(self, to: Any, order: str = "C", *, copy: builtins.bool = True) -> "Array":
        """Convert the elements to another type."""
        del order
        kind = dtype(to)
        if kind == self.dtype and not copy:
            return self
        return Array(kind.takes(self.numbers), self.shape, kind)

    def reshape(self, *shape: Any) -> "Array":
        """Return the elements in another shape; -1 is computed from the others."""
        wanted = [*(shape[0] if isinstance(shape[0], Sequence) else shape)]
        if -1 in wanted:
            wanted[wanted.index(-1)] = len(self.numbers) // -math.prod(wanted)
        if math.prod(wanted) != len(self.numbers):
            raise ValueError(f"{len(self.numbers)} elements do not fit {wanted}")
        return Array(self.numbers, wanted, self.dtype)

    def ravel(self) -> "Array":
        """Return the elements in one axis."""
        return self.reshape(-1)

    def view(self, of: Any) -> Any:
        """Reinterpret the bytes as another type; "bytes" returns them unchanged."""
        kind = dtype(of)
        data = self.tobytes()
        return data if kind == uint8 else frombuffer(data, kind)

    def copy(self) -> "Array":
        """Return a copy."""
        return Array([*self.numbers], self.shape, self.dtype)

    def tobytes(self) -> bytes:
        """Return the bytes in C order."""
        return self.dtype.packs(self.numbers)

    def tolist(self) -> Any:
        """Return nested lists."""
        nest: Any = self.numbers
        for length in reversed(self.shape[1:]):
            nest = [nest[at : at + length] for at in range(0, len(nest), length or 1)]
        return [*nest] if self.shape else nest[0]

    def item(self) -> Any:
        """Return the only element."""
        (number,) = self.numbers
        return number

    def _reduced(
        self, by: Callable[[list[Any]], Any], axis: int | None, kind: DType, *, kept: builtins.bool
    ) -> Any:
        if axis is None:
            return by(self.numbers)
        axes = [*zip(self.shape, _steps(self.shape), strict=True)]
        length, step = axes[axis]
        axes[axis] = (1, step)
        flat = [
            by([self.numbers[at + place * step] for place in range(length)]) for at in _places(axes)
        ]
        shape = [long for long, _ in axes]
        if not kept:
            del shape[axis]
        return Array(flat, shape, kind)

    def all(self, axis: int | None = None) -> Any:
        """Return whether all elements are true."""
        return self._reduced(builtins.all, axis, BOOL, kept=False)

    def any(self, axis: int | None = None) -> Any:
        """Return whether any element is true."""
        return self._reduced(builtins.any, axis, BOOL, kept=False)

    def sum(self, axis: int | None = None, *, keepdims: builtins.bool = False) -> Any:
        """Sum the elements."""
        kind = FLOAT if self.dtype.kind == "f" else INT
        return self._reduced(builtins.sum, axis, kind, kept=keepdims)

    def mean(self) -> builtins.float:
        """Return the mean of the elements."""
        return builtins.float(builtins.sum(self.numbers)) / len(self.numbers)

    def max(self, *, initial: Any = None) -> Any:
        """Return the largest element; NaN if there is one."""
        return self._most(builtins.max, initial)

    def min(self, *, initial: Any = None) -> Any:
        """Return the smallest element; NaN if there is one."""
        return self._most(builtins.min, initial)

    def _most(self, choose: Callable[..., Any], initial: Any) -> Any:
        numbers = self.numbers if initial is None else [initial, *self.numbers]
        none = next((number for number in numbers if number != number), None)  # noqa: PLR0124  NaN
        return choose(numbers) if none is None else none

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))

    def __bool__(self) -> builtins.bool:
        return builtins.bool(self.item())

    def __float__(self) -> builtins.float:
        return builtins.float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    __index__ = __int__

    def __getitem__(self, key: Any) -> "Array":
        if isinstance(key, Array | list):
            rows = [self[int(at)].numbers for at in array(key).numbers]
            flat = [number for row in rows for number in row]
            return Array(flat, (*array(key).shape, *self.shape[1:]), self.dtype)
        axes, start = self._chosen(key)
        return self._picked(axes, start)

    def __setitem__(self, key: Any, value: Any) -> None:
        axes, start = self._chosen(key)
        new = _spread(array(value), tuple(length for length, _ in axes))
        for at, number in zip(_places(axes, start), self.dtype.takes(new), strict=True):
            self.numbers[at] = number

    def _chosen(self, key: Any) -> tuple[list[tuple[int, int]], int]:
        """Parse an index: the length and step of each remaining axis, and the start."""
        keys = [*key] if isinstance(key, tuple) else [key]
        if len(keys) - keys.count(None) > self.ndim:
            raise IndexError("too many indices")
        left = iter(zip(self.shape, _steps(self.shape), strict=True))
        axes: list[tuple[int, int]] = []
        start = 0
        for each in keys:
            if each is None:
                axes.append((1, 0))
                continue
            length, step = next(left)
            if isinstance(each, slice):
                places = range(*each.indices(length))
                axes.append((len(places), step * places.step))
                start += places.start * step if places else 0
            else:
                at = operator.index(each)
                if not -length <= at < length:
                    raise IndexError(f"index {at} of {length}")
                start += at % length * step
        return [*axes, *left], start

    def _with(self, other: Any, by: Callable[[Any, Any], Any], kind: DType | None = None) -> Any:
        if not isinstance(other, Array | int | builtins.float | list):
            return NotImplemented
        second = array(other)
        shape = broadcast_shapes(self.shape, second.shape)
        flat = [*map(by, _spread(self, shape), _spread(second, shape))]
        return Array(flat, shape, kind or _common(self.dtype, second.dtype))

    def __matmul__(self, other: "Array") -> "Array":
        inner, *columns = other.shape
        if self.shape[-1] != inner:
            raise ValueError(f"{self.shape} @ {other.shape}")
        width = math.prod(columns)
        lines = [other.numbers[at::width] for at in range(width)]
        rows = [self.numbers[at : at + inner] for at in range(0, len(self.numbers), inner)]
        flat = [builtins.sum(map(operator.mul, row, line)) for row in rows for line in lines]
        return Array(flat, (*self.shape[:-1], *columns), _common(self.dtype, other.dtype))

    def __invert__(self) -> "Array":
        return Array([not number for number in self.numbers], self.shape, BOOL)

    def __neg__(self) -> "Array":
        return Array([-number for number in self.numbers], self.shape, self.dtype)

    def __abs__(self) -> "Array":
        return Array([*map(builtins.abs, self.numbers)], self.shape, self.dtype)


def _operators() -> Iterator[tuple[str, Callable[[Any, Any], Any], DType | None]]:
    for name in ("add", "sub", "mul"):
        yield name, getattr(operator, name), None
    yield "mod", operator.mod, None
    yield "truediv", _divided, FLOAT
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        yield name, getattr(operator, name), BOOL
    yield "and", lambda first, second: first and second, BOOL
    yield "or", lambda first, second: first or second, BOOL


def _divided(first: builtins.float, second: builtins.float) -> builtins.float:
    try:
        return first / second
    except ZeroDivisionError:
        sign = math.copysign(1.0, first) * math.copysign(1.0, second)
        return math.nan if not first or first != first else sign * math.inf  # noqa: PLR0124  NaN


for _name, _by, _kind in _operators():

    def _forward(self: Array, other: Any, by: Any = _by, kind: Any = _kind) -> Any:
        return self._with(other, by, kind)

    def _backward(self: Array, other: Any, by: Any = _by, kind: Any = _kind) -> Any:
        return self._with(other, lambda mine, its: by(its, mine), kind)

    setattr(Array, f"__{_name}__", _forward)
    if _name in {"add", "sub", "mul", "mod", "truediv"}:
        setattr(Array, f"__r{_name}__", _backward)


class Flat:
    """The elements of an array by their place in C order."""

    def __init__(self, of: Array) -> None:
        self._of = of

    def __getitem__(self, key: Any) -> Array:
        return self._of.ravel()[key]

    def __setitem__(self, key: Any, values: Any) -> None:
        for at, number in zip(array(key).numbers, array(values).numbers, strict=True):
            self._of.numbers[at] = number


class errstate:  # noqa: N801  NumPy's name
    """Do nothing: no operation warns."""

    def __init__(self, **_: str) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...


class random:  # noqa: N801  NumPy's module
    """Random numbers where no particular ones are needed."""

    @staticmethod
    def default_rng(seed: int) -> Any:
        """Return a generator of integers."""
        chance = _random.Random(seed)  # noqa: S311  nothing secret depends on it

        class Chance:
            @staticmethod
            def integers(low: int, high: int, *, size: Sequence[int], dtype: Any) -> Array:
                flat = [chance.randrange(low, high) for _ in range(math.prod(size))]
                return Array(flat, size, dtype)

        return Chance


class add:  # noqa: N801  NumPy's function with its methods
    """The function's method `outer`."""

    @staticmethod
    def outer(first: Array, second: Array) -> Array:
        """Add each element to each."""
        column: Any = first[:, None]
        summed: Array = column + second
        return summed


def _steps(shape: Sequence[int]) -> list[int]:
    return [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]


def _places(axes: Iterable[tuple[int, int]], start: int = 0) -> list[int]:
    places = [start]
    for length, step in axes:
        places = [at + index * step for at in places for index in range(length)]
    return places


def broadcast_shapes(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """Return the shape to which two shapes broadcast."""
    if first == second:
        return tuple(first)
    most = builtins.max(len(first), len(second))
    pairs = zip((1,) * (most - len(first)) + (*first,), (1,) * (most - len(second)) + (*second,))  # noqa: B905  as long
    shape = []
    for one, other in pairs:
        if 1 not in (one, other) and one != other:
            raise ValueError(f"shapes {first} and {second} do not fit")
        shape.append(other if one == 1 else one)
    return tuple(shape)


def _spread(of: Array, shape: Sequence[int]) -> list[Any]:
    if of.shape == shape:
        return of.numbers
    if len(of.numbers) == 1:
        return of.numbers * math.prod(shape)
    own = (1,) * (len(shape) - of.ndim) + of.shape
    if any_differs := [
        long for long, short in zip(shape, own, strict=True) if short not in {1, long}
    ]:
        raise ValueError(f"{of.shape} does not fit {shape}: {any_differs}")
    axes = [
        (long, 0 if short == 1 else step)
        for long, short, step in zip(shape, own, _steps(own), strict=True)
    ]
    return [of.numbers[at] for at in _places(axes)]


def _common(first: DType, second: DType) -> DType:
    return FLOAT if "f" in first.kind + second.kind else INT


def array(values: Any, dtype: Any = None) -> Array:
    """Make an array from a number or nested lists."""
    made = values if isinstance(values, Array) else _of_nest(values)
    return made.copy() if dtype is None else made.astype(dtype)


def _of_nest(values: Any) -> Array:
    shape: list[int] = []
    level = [values]
    while level and isinstance(level[0], list | tuple | Array) and not _is_single(level[0]):
        if len({len(nest) for nest in level}) != 1:
            raise ValueError("rows of different lengths")
        shape.append(len(level[0]))
        level = [each for nest in level for each in nest]
    flat = [each.item() if isinstance(each, Array) else each for each in level]
    if builtins.all(isinstance(number, builtins.bool) for number in flat) and flat:
        return Array(flat, shape, BOOL)
    whole = builtins.all(isinstance(number, int) for number in flat) and flat
    kind = INT if whole else FLOAT
    return Array(kind.takes(flat), shape, kind)


def _is_single(value: Any) -> builtins.bool:
    return isinstance(value, Array) and not value.shape


asarray = ascontiguousarray = array


def frombuffer(data: Any, dtype: Any) -> Array:
    """Interpret bytes as numbers."""
    kind = globals()["dtype"](dtype)
    flat = kind.unpacks(bytes(data))
    return Array(flat, (len(flat),), kind)


def isfinite(of: Array) -> Array:
    """Return where elements are neither infinite nor NaN."""
    return Array([*map(math.isfinite, of.numbers)], of.shape, BOOL)


def rint(of: Array) -> Array:
    """Round to integers; infinities are kept."""
    flat = [round(number) if math.isfinite(number) else number for number in of.numbers]
    return Array(FLOAT.takes(flat), of.shape, FLOAT)


def abs(of: Any) -> Any:  # noqa: A001  NumPy's name
    """Return absolute values."""
    return builtins.abs(of)


def array_equal(first: Array, second: Array) -> builtins.bool:
    """Return whether two arrays are equal in shape and elements."""
    return first.shape == second.shape and first.numbers == second.numbers


def argwhere(of: Array) -> list[list[int]]:
    """Return the indices of the elements that are true."""
    steps = _steps(of.shape)
    return [
        [at // step % length for step, length in zip(steps, of.shape, strict=True)]
        for at, number in enumerate(of.numbers)
        if number
    ]


def flatnonzero(of: Array) -> list[int]:
    """Return the indices, in C order, of the elements that are true."""
    return [at for at, number in enumerate(of.numbers) if number]


def arange(count: int) -> Array:
    """Return the integers from 0 on."""
    return Array([*range(count)], (count,), INT)


def eye(rows: int) -> Array:
    """Return an identity matrix."""
    flat = [float64.takes([row == column])[0] for row in range(rows) for column in range(rows)]
    return Array(flat, (rows, rows), FLOAT)


def zeros(shape: Sequence[int], dtype: Any = FLOAT) -> Array:
    """Return an array of zeros."""
    kind = globals()["dtype"](dtype)
    return Array(kind.takes([0] * math.prod(shape)), shape, kind)


def empty_like(of: Array) -> Array:
    """Return an array of the same shape and type."""
    return of.copy()


def prod(lengths: Iterable[int]) -> int:
    """Return the product."""
    return math.prod(lengths)


def broadcast_to(of: Any, shape: Sequence[int]) -> Array:
    """Repeat an array to fill a larger shape."""
    made = array(of)
    return Array(_spread(made, tuple(shape)), shape, made.dtype)


def median(of: Array) -> builtins.float:
    """Return the middle element, or the mean of two; NaN if an element is NaN."""
    if builtins.any(map(math.isnan, of.numbers)) or not of.size:
        return math.nan
    flat, half = sorted(of.numbers), len(of.numbers) // 2
    return builtins.float(flat[half] if len(flat) % 2 else (flat[half - 1] + flat[half]) / 2)


def where(mask: Array, first: Any, second: Any) -> Array:
    """Choose from two arrays, element by element."""
    one, other = array(first), array(second)
    flat = [
        yes if mark else no
        for mark, yes, no in zip(
            mask.numbers, _spread(one, mask.shape), _spread(other, mask.shape), strict=True
        )
    ]
    kind = _common(one.dtype, other.dtype)
    return Array(kind.takes(flat), mask.shape, kind)


def argsort(of: Array, axis: None = None) -> Array:
    """Return the indices that would sort the elements."""
    del axis
    flat = sorted(range(of.size), key=of.numbers.__getitem__)
    return Array(flat, (len(flat),), INT)


def sort(of: Array, axis: None = None) -> Array:
    """Return the elements sorted."""
    del axis
    return Array(sorted(of.numbers), (of.size,), of.dtype)


def pad(of: Array, room: Sequence[tuple[int, int]]) -> Array:
    """Append zeros to each axis."""
    grown = zeros(
        [length + more for length, (_, more) in zip(of.shape, room, strict=True)], of.dtype
    )
    grown[tuple(map(slice, of.shape))] = of
    return grown


def stack(arrays: Sequence[Array], axis: int = 0) -> Array:
    """Stack arrays of one shape along a new first or last axis."""
    flat = [number for each in arrays for number in each.numbers]
    stacked = Array(flat, (len(arrays), *arrays[0].shape), arrays[0].dtype)
    return stacked if axis == 0 else stacked.T if stacked.ndim == 2 else _last(stacked)  # noqa: PLR2004


def _last(of: Array) -> Array:
    axes = [*zip(of.shape, _steps(of.shape), strict=True)]
    return of._picked([*axes[1:], axes[0]])  # noqa: SLF001  ours


def ndenumerate(of: Array) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield the index and the value of each element."""
    for place, number in zip(
        argwhere(array([1] * of.size).reshape(of.shape)), of.numbers, strict=True
    ):
        yield tuple(place), number


def install() -> ModuleType:
    """Install this module under NumPy's name, for our own modules."""
    module = sys.modules[__name__]
    sys.modules["numpy"] = module
    return module
