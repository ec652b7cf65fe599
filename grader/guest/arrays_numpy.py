"""NumPy arrays; see arrays.py."""

import sys
from typing import Any

FORMS = ("numpy",)


class Arrays:
    """Functions taken from NumPy."""

    container = "numpy.ndarray"
    opens_device = False

    def __init__(self, numpy: Any) -> None:
        """Take functions and classes."""
        self._ndarray, self._matrix, self._generic = numpy.ndarray, numpy.matrix, numpy.generic
        self._array, self.frombuffer = numpy.array, numpy.frombuffer

    def make(self, form: str, dtype: str, shape: list[int], data: memoryview, device: str) -> Any:
        del form, device
        return self._array(self.frombuffer(data, dtype=dtype)).reshape(shape)

    def is_array(self, value: Any) -> bool:
        return issubclass(type(value), self._ndarray)

    def is_plain(self, value: Any) -> bool:
        return type(value) is self._ndarray or type(value) is self._matrix

    def is_scalar(self, value: Any) -> bool:
        return issubclass(type(value), self._generic)

    def view(self, value: Any) -> Any:
        return value if type(value) is self._ndarray and value.flags.c_contiguous else None

    def fetch(self, value: Any) -> tuple[Any, str, str]:
        array = self._array(value, order="C", subok=False)
        return array, "cpu", array.dtype.name

    def wait(self) -> None:
        """Do nothing: computation is finished when a call returns."""

    def reseed(self) -> None:
        if "numpy.random" in sys.modules:
            sys.modules["numpy.random"].seed()

    def prepare_device(self) -> None:
        """Do nothing: it has no device."""

    def open_device(self) -> Any:
        raise NotImplementedError
