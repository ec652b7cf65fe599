"""NumPy without large computations: big random arrays are zeros, big products are skipped.

The values are never inspected, and a sweep up to 4096 would take minutes.
"""

import sys
from collections.abc import Callable
from typing import Any

from _grader_guest.naming import words

LARGE = 1 << 16  # elements
MOST = 1 << 24  # multiplications in a product that is still computed
AXES = 2
MAKING = words(
    "rand randn random random_sample sample ranf randint integers uniform normal standard_normal "
    "choice permutation random_integers exponential poisson binomial"
)
MAKERS = words("default_rng RandomState")


class _NumpyState:
    """NumPy, the log, and the class of large arrays."""

    numpy: Any = None
    log: Any = None
    large: Any = None


def install(log: Any) -> None:
    """Patch NumPy in this process so that it makes no large arrays."""
    if "numpy" not in sys.modules:
        return
    _NumpyState.numpy, _NumpyState.log = sys.modules["numpy"], log
    methods = {
        "__array_ufunc__": _apply,
        "__array_function__": _call,
        "dot": _dot,
    }
    _NumpyState.large = type("ndarray", (_NumpyState.numpy.ndarray,), methods)
    random = _NumpyState.numpy.random
    for name in MAKING & {*dir(random)}:
        setattr(random, name, _making(getattr(random, name), name))
    for name in MAKERS:
        setattr(random, name, _generating(getattr(random, name)))


def marked(array: Any) -> Any:
    """View an array as the skipping class if it is too large to compute with."""
    large = type(array) is _NumpyState.numpy.ndarray and array.size >= LARGE
    return array.view(_NumpyState.large) if large else array


def _plain(array: Any) -> Any:
    return array.view(_NumpyState.numpy.ndarray) if type(array) is _NumpyState.large else array


def _apply(self: Any, function: Any, method: str, *operands: Any, **named: Any) -> Any:
    del self
    if function is _NumpyState.numpy.matmul and method == "__call__":
        skipped = _product(*operands[:2])
        if skipped is not None:
            return skipped
    if "out" in named:
        named["out"] = tuple(map(_plain, named["out"]))
    return marked(getattr(function, method)(*map(_plain, operands), **named))


def _call(self: Any, function: Any, kinds: Any, args: Any, named: dict[str, Any]) -> Any:
    skipped = _product(*args[:2]) if function is _NumpyState.numpy.dot else None
    if skipped is not None:
        return skipped
    return marked(_NumpyState.numpy.ndarray.__array_function__(self, function, kinds, args, named))


def _dot(self: Any, other: Any, *out: Any) -> Any:
    return _NumpyState.numpy.dot(self, other, *out)


def _product(a: Any, b: Any) -> Any:
    """Return zeros for a large product of two matrices; None for any other product."""
    rows: Any = getattr(a, "shape", ())
    columns: Any = getattr(b, "shape", ())
    if len(rows) != AXES or len(columns) != AXES or rows[1] != columns[0]:
        return None
    if rows[0] * rows[1] * columns[1] <= MOST:
        return None
    kind = _NumpyState.numpy.result_type(a.dtype, b.dtype)
    return marked(_NumpyState.numpy.zeros((rows[0], columns[1]), kind))


def _making(real: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Wrap a function that makes random numbers, which counts as set-up."""

    def make(*args: Any, **named: Any) -> Any:
        _NumpyState.log.note("setup", "numpy")
        shape = named.get("size")
        if shape is None and name in {"rand", "randn"}:
            shape = args
        if shape is None and args and isinstance(args[-1], tuple):
            shape = args[-1]
        if shape is None or _NumpyState.numpy.prod(shape, initial=1) < LARGE:
            return real(*args, **named)
        kind = "int64" if "int" in name else named.get("dtype") or "float64"
        return marked(_NumpyState.numpy.zeros(shape, kind))

    return make


class _Generator:
    """Wraps a random generator of NumPy."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._real, name)
        return _making(method, name) if name in MAKING else method


def _generating(real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **named: _Generator(real(*args, **named))
