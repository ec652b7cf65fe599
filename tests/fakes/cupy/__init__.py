"""A small CuPy on NumPy, for machines without a GPU: put tests/fakes on the path to import it.

Its device is asynchronous like a real one. Operations return at once and keep their stream busy
for a while; whoever looks at values waits for the stream that is chosen, and sees NaN where another
one has not written yet. It has what the grader and simple programs use, and nothing else.
"""

import math
import time
from types import SimpleNamespace
from typing import Any

import numpy as np

from . import cuda, device

__version__ = "14.0.0+fake"
float16, float32, float64, int64 = np.float16, np.float32, np.float64, np.int64


class ndarray:  # noqa: N801 - CuPy's name
    """An array on the device."""

    def __init__(self, content: Any, ready: float = 0.0) -> None:
        """Takes NumPy's array as the memory of the device, and when it will have been written."""
        self._content = np.asarray(content)
        self._ready = ready
        self.device = SimpleNamespace(id=0)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape, which the host knows without waiting."""
        return self._content.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The element type."""
        return self._content.dtype

    @property
    def T(self) -> "ndarray":  # noqa: N802 - CuPy's name
        """A view with its axes reversed."""
        return ndarray(self._content.T, self._ready)

    def get(self) -> Any:
        """Waits for the chosen stream, then copies to the host what is there by then."""
        device.wait_for(device.chosen())
        late = time.monotonic() < self._ready
        return np.full(self.shape, np.nan, self.dtype) if late else self._content.copy()

    def item(self) -> Any:
        """Waits, then gives the only element."""
        return self.get().item()

    def __float__(self) -> float:
        """Waits, too."""
        return float(self.item())

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Refuses what the real one refuses."""
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()`")

    def __getitem__(self, key: Any) -> "ndarray":
        """Gives a view."""
        return ndarray(self._content[key], self._ready)

    def __matmul__(self, other: "ndarray") -> "ndarray":
        """Multiplies."""
        return launched(self._content @ other._content)

    def __add__(self, other: Any) -> "ndarray":
        """Adds."""
        return launched(self._content + _content(other))

    def __mul__(self, other: Any) -> "ndarray":
        """Multiplies elementwise."""
        return launched(self._content * _content(other))

    def sum(self) -> "ndarray":
        """Adds everything up."""
        return launched(self._content.sum())

    def astype(self, dtype: Any) -> "ndarray":
        """Converts."""
        return launched(self._content.astype(dtype))


def launched(content: Any) -> ndarray:
    """Keeps the device busy with a result that is already there."""
    ready = device.work()
    return ndarray(content + 1 if device.is_wrong() else content, ready)


def _content(value: Any) -> Any:
    return value._content if isinstance(value, ndarray) else value


def array(value: Any, dtype: Any = None) -> ndarray:
    """Copies to the device."""
    return ndarray(np.array(_content(value), dtype=dtype))


def asarray(value: Any, dtype: Any = None) -> ndarray:
    """Copies to the device what is not there."""
    return value if isinstance(value, ndarray) and dtype is None else array(value, dtype)


def zeros(shape: Any, dtype: Any = float) -> ndarray:
    """Makes zeros."""
    cuda.reserve(math.prod(np.atleast_1d(shape).tolist()) * np.dtype(dtype).itemsize)
    return launched(np.zeros(shape, dtype=dtype))


def matmul(a: ndarray, b: ndarray) -> ndarray:
    """Multiplies."""
    return a @ b


def dot(a: ndarray, b: ndarray) -> ndarray:
    """Multiplies."""
    return a @ b


def asnumpy(value: Any) -> Any:
    """Waits, then copies to the host."""
    return value.get() if isinstance(value, ndarray) else np.asarray(value)


__all__ = ["array", "asarray", "asnumpy", "cuda", "dot", "matmul", "ndarray", "zeros"]
