"""Arrays of libraries: created for a call, and converted to bytes afterwards.

Each library has a module arrays_NAME.py here, found by its name. It defines FORMS, the forms that
it creates, and Arrays, a class with the methods of ArrayLibrary below. Library functions are taken
before the student's program is loaded: replacing them changes what the program computes with, not
how its result is read.
"""

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

from .naming import Packed, show
from .protocol import MAX_DIMENSIONS, Kind, ValueRecord

MAX_ELEMENTS = 1 << 26
LARGE = 1 << 16  # bytes from which an unchanged array is not sent back
HALF = 2  # bytes of an element that is widened for the channel
NUMPY = "numpy"  # the library used to inspect all arrays on the host
PREFIX, ENDING = "arrays_", ".py"


Given = tuple[str, list[int], memoryview]  # dtype, shape and bytes that an array is created from
Measure = Callable[[], tuple[int, int]]
Fetched = tuple[Any, str, str]  # NumPy array, original device, element type


class ArrayLibrary(Protocol):
    """Interface of each module's Arrays class."""

    container: str  # name of the container in results: "numpy.ndarray"
    opens_device: bool  # whether it can open a GPU

    def make(self, form: str, dtype: str, shape: list[int], data: memoryview, device: str) -> Any:
        """Make an array of its own memory from bytes in C order; `device` is "cpu" or "cuda"."""

    def is_array(self, value: Any) -> bool:
        """Return whether a value is an array, of whatever subclass."""

    def is_plain(self, value: Any) -> bool:
        """Return whether a value is an array of the library's own class."""

    def view(self, value: Any) -> Any:
        """Return the array as NumPy's, copied only from a device; None if not laid out in C order.

        May raise anything.
        """

    def fetch(self, value: Any) -> Fetched:
        """Copy an array to an array of NumPy in C order. May raise anything."""

    def wait(self) -> None:
        """Wait until its devices have done what they were asked to do."""

    def reseed(self) -> None:
        """Reseed it for this process."""

    def prepare_device(self) -> None:
        """Configure GPU computation, before any device is opened."""

    def open_device(self) -> Measure:
        """Compute something on the GPU; return a function for its free and total bytes."""


def _own_modules() -> dict[str, Any]:
    """Import the modules beside this one, by the import name of their library."""
    names = sorted(os.listdir(os.path.dirname(__file__)))  # noqa: PTH120, PTH208
    return {
        name.removeprefix(PREFIX).removesuffix(ENDING): importlib.import_module(
            f".{name.removesuffix(ENDING)}", __package__
        )
        for name in names
        if name.startswith(PREFIX) and name.endswith(ENDING)
    }


MODULES = _own_modules()
MAKERS = {form: name for name, module in MODULES.items() for form in module.FORMS}
taken: dict[str, Any] = {}  # ArrayLibrary by the name of each library present
_sources: dict[str, Any] = {}  # the imported module that each was created from


def take() -> None:
    """Take the functions that are needed later from the libraries that have been imported."""
    for name, module in MODULES.items():
        library = sys.modules.get(name)
        if library is not None and _sources.get(name) is not library:
            taken[name], _sources[name] = module.Arrays(library), library


def make(form: str, dtype: str, shape: list[int], data: memoryview, device: str) -> Any:
    """Make an array of its own memory from bytes in C order; `device` is "cpu" or "cuda"."""
    library = taken.get(MAKERS.get(form, ""))
    if library is None:
        raise ImportError("the library is not there to make the arguments with")
    return library.make(form, dtype, shape, data, device)


def is_as_given(value: Any, given: Given) -> bool:
    """Return whether a large array is still byte for byte what it was created from.

    If that cannot be determined quickly, return False: the array itself is then sent.
    """
    dtype, shape, data = given
    library = _library_of(value)
    if len(data) < LARGE or library is None:
        return False
    try:
        array = library.view(value)
        if array is None or array.dtype.str != dtype or array.nbytes != len(data):
            return False
        if list(array.shape[-len(shape) :]) != shape:
            return False
        now = array.reshape(-1).view("<u4")
        return bool((taken[NUMPY].frombuffer(data, "<u4") == now).all())
    except Exception:  # noqa: BLE001 - an altered array may raise anything
        return False


def wait() -> None:
    """Wait until the devices have done what they were asked to do."""
    for library in taken.values():
        library.wait()


def reseed() -> None:
    """Reseed libraries that were imported before the fork."""
    for library in taken.values():
        library.reseed()


def open_device() -> Measure | None:
    """Let one library open the GPU; return a function for its free and total bytes."""
    for library in taken.values():
        library.prepare_device()
    opening = next((library for library in taken.values() if library.opens_device), None)
    return opening.open_device() if opening is not None else None


def _library_of(value: Any) -> Any:
    """Return the ArrayLibrary of an array, of whatever subclass; None for anything else."""
    for library in taken.values():
        if library.is_array(value):
            return library
    return None


def is_array(value: Any) -> bool:
    """Return whether a value is an array of one of the libraries, of whatever subclass."""
    return _library_of(value) is not None


def plain_shape(value: Any) -> tuple[int, ...]:
    """Return the shape of an array of a library's own class; () for anything else."""
    plain = any(library.is_plain(value) for library in taken.values())
    return tuple(value.shape) if plain else ()


def _is_scalar(element: Any) -> bool:
    """Return whether a value is a NumPy scalar, which other libraries return as well."""
    return NUMPY in taken and taken[NUMPY].is_scalar(element)


def is_number(element: Any) -> bool:
    """Return whether a value is an int, a float or a scalar of a library, of any kind."""
    if type(element) is int or type(element) is float:
        return True
    return _is_scalar(element) or (is_array(element) and not plain_shape(element))


def as_nest(element: Any) -> Any:
    """Turn an array of at least one axis into nested lists; return anything else as it is."""
    library = _library_of(element)
    if library is None:
        return element
    array = _on_host(library, element)[0]
    return array.tolist() if array is not None and array.ndim else element


def as_number(element: Any) -> tuple[str, Any]:
    """Return a library scalar's type name and Python number; "" for other values."""
    if _is_scalar(element):
        return element.dtype.name, element.item()
    library = _library_of(element)
    if library is not None:
        array, head = _on_host(library, element)
        if array is not None and not array.ndim:
            return head["elements"], array.item()
    return "", element


def pack_array(value: Any) -> Packed:
    """Describe an array; a numeric one of one to four axes is also packed as bytes."""
    library = _library_of(value)
    try:
        array, head = _on_host(library, value)
    except Exception as error:  # noqa: BLE001 - a subclass or lazy tensor may raise anything
        return {"kind": "other", "container": library.container, "description": show(error)}, b""
    if array is None:
        return head, b""
    if not array.ndim:
        return {**head, "kind": "scalar", "description": str(array.item())}, b""
    if array.ndim > MAX_DIMENSIONS or array.size > MAX_ELEMENTS or not array.size:
        return without_elements(head, "other" if array.size else "ragged"), b""
    return {**head, "kind": "matrix"}, memoryview(array.reshape(-1).view("u1"))


def without_elements(head: ValueRecord, kind: Kind = "other") -> ValueRecord:
    """Describe an array only by its shape."""
    shape = tuple(head["shape"])
    return {"kind": kind, "container": head["container"], "description": f"shape {shape}"}


def _on_host(library: Any, value: Any) -> tuple[Any, ValueRecord]:
    """Copy an array to plain numbers in host memory; None if it holds no plain numbers."""
    array, device, elements = library.fetch(value)
    head: ValueRecord = {"kind": "other", "container": library.container, "device": device}
    head["elements"] = elements
    if array.dtype.kind not in "iuf":
        return None, {**head, "description": f"elements of {array.dtype}"}
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        array = array.astype("<f4" if array.dtype.itemsize == HALF else "<f8")
    array = array.astype(array.dtype.newbyteorder("<"), copy=False)
    head["shape"], head["dtype"] = list(array.shape), array.dtype.str
    return array, head


def holds_objects(value: Any) -> bool:
    """Return whether a value is a NumPy array of Python objects, which is a nest in disguise."""
    return NUMPY in taken and taken[NUMPY].is_array(value) and value.dtype == object
