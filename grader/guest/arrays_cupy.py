"""CuPy arrays, which are on a GPU; see arrays.py."""

import sys
from typing import Any

FORMS = ("cupy",)
COPIED = 2**16  # elements: this many use the device's copy engine, which hangs on some machines


class Arrays:
    """Functions taken from CuPy, and from NumPy, which it imports."""

    container = "cupy.ndarray"
    opens_device = True

    def __init__(self, cupy: Any) -> None:
        """Take functions and classes."""
        numpy: Any = sys.modules["numpy"]
        self._cupy, self._ndarray, self._asarray = cupy, cupy.ndarray, cupy.asarray
        self._get, self._device = cupy.ndarray.get, cupy.cuda.Device
        self._array, self._frombuffer = numpy.array, numpy.frombuffer

    def make(self, form: str, dtype: str, shape: list[int], data: memoryview, device: str) -> Any:
        del form, device
        flat = self._frombuffer(data, dtype=dtype)
        return self._asarray(self._array(flat).reshape(shape))

    def is_array(self, value: Any) -> bool:
        return issubclass(type(value), self._ndarray)

    def is_plain(self, value: Any) -> bool:
        return type(value) is self._ndarray

    def view(self, value: Any) -> Any:
        array = self._get(value)
        return array if array.flags.c_contiguous else None

    def fetch(self, value: Any) -> tuple[Any, str, str]:
        array = self._array(self._get(value), order="C", subok=False)
        return array, f"cuda:{value.device.id}", array.dtype.name

    def wait(self) -> None:
        self._device().synchronize()

    def reseed(self) -> None:
        """Do nothing: it is imported after the fork."""

    def prepare_device(self) -> None:
        """Do nothing: no setting is needed."""

    def open_device(self) -> Any:
        self._cupy.zeros(1).sum().get()
        self._cupy.asarray([[1.0] * COPIED]).get()
        return self._cupy.cuda.runtime.memGetInfo
