"""Arrays of NumPy, CuPy and PyTorch: made for a call, and brought home as bytes.

The libraries' functions are taken before a student's program is loaded: what it puts in their
place changes what it computes with, not how its result is read.
"""

import sys
from typing import Any

from . import tensors
from .naming import Packed, show

MAX_DIMENSIONS = 4
MAX_ELEMENTS = 1 << 26
HALF = 2  # bytes of an element that is widened for the way
NUMPY_FORMS, TORCH_FORMS = ("numpy", "cupy"), ("torch", "torch-4d")


class _Taken:
    """What was taken of the libraries that are there; None for those that are not."""

    numpy: Any = None
    cupy: Any = None


def take() -> None:
    """Takes the functions that are needed later, of what has been imported by now."""
    tensors.take()
    if "numpy" in sys.modules:
        module = sys.modules["numpy"]
        names = ("ndarray", "matrix", "generic", "array", "frombuffer", "ascontiguousarray")
        _Taken.numpy = {name: getattr(module, name) for name in names}
    if "cupy" in sys.modules:
        module = sys.modules["cupy"]
        _Taken.cupy = {"ndarray": module.ndarray, "asarray": module.asarray}
        _Taken.cupy |= {"get": module.ndarray.get, "device": module.cuda.Device}


def make(form: str, dtype: str, shape: list[int], data: bytes, device: str) -> Any:
    """Makes an array of its own memory from bytes in C order."""
    if form in TORCH_FORMS:
        if form == "torch-4d":
            shape = [1] * (MAX_DIMENSIONS - len(shape)) + shape
        return tensors.make(dtype, shape, data, device)
    if _Taken.numpy is None or (form == "cupy" and _Taken.cupy is None):
        raise ImportError("the library is not there to make the arguments with")
    flat = _Taken.numpy["frombuffer"](data, dtype=dtype)
    array = _Taken.numpy["array"](flat).reshape(shape)
    return _Taken.cupy["asarray"](array) if form == "cupy" else array


def wait() -> None:
    """Waits until the devices have done what they were asked to do."""
    tensors.wait()
    if _Taken.cupy is not None:
        _Taken.cupy["device"]().synchronize()


def is_array(value: Any) -> bool:
    """Says whether it is an array of one of the libraries, of whatever subclass."""
    return _is_numpy(value) or _is_cupy(value) or tensors.is_tensor(value)


def _is_numpy(value: Any) -> bool:
    return _Taken.numpy is not None and issubclass(type(value), _Taken.numpy["ndarray"])


def _is_cupy(value: Any) -> bool:
    return _Taken.cupy is not None and issubclass(type(value), _Taken.cupy["ndarray"])


def plain_shape(value: Any) -> tuple[int, ...]:
    """Gives the shape of an array of a library's own class; () for anything else."""
    numpy, cupy = _Taken.numpy or {}, _Taken.cupy or {}
    own = (numpy.get("ndarray"), numpy.get("matrix"), cupy.get("ndarray"), tensors.own_class())
    return tuple(value.shape) if any(type(value) is one for one in own) else ()


def is_number(element: Any) -> bool:
    """Says whether it is an int, a float or a scalar of a library; not what kind of scalar."""
    if type(element) is int or type(element) is float:
        return True
    scalar = _Taken.numpy is not None and issubclass(type(element), _Taken.numpy["generic"])
    return scalar or (is_array(element) and not plain_shape(element))


def as_nest(element: Any) -> Any:
    """Turns an array of at least one axis into nested lists; gives anything else as it is."""
    if not is_array(element):
        return element
    array = _on_host(element)[0]
    return array.tolist() if array is not None and array.ndim else element


def as_number(element: Any) -> tuple[str, Any]:
    """Takes the Python number out of a scalar of a library, and names its type; "" for others."""
    if _Taken.numpy is not None and issubclass(type(element), _Taken.numpy["generic"]):
        return element.dtype.name, element.item()
    if is_array(element):
        array, head = _on_host(element)
        if array is not None and not array.ndim:
            return head["elements"], array.item()
    return "", element


def pack_array(value: Any) -> Packed:
    """Describes an array; a numeric one of one to four axes also as bytes."""
    try:
        array, head = _on_host(value)
    except Exception as error:  # noqa: BLE001 - of a subclass or a lazy tensor, anything
        return {"kind": "other", "container": _family(value), "description": show(error)}, b""
    if array is None:
        return head, b""
    if not array.ndim:
        return {**head, "kind": "scalar", "description": str(array.item())}, b""
    if array.ndim > MAX_DIMENSIONS or array.size > MAX_ELEMENTS or not array.size:
        return without_elements(head, "other" if array.size else "ragged"), b""
    return {**head, "kind": "matrix"}, array.tobytes()


def without_elements(head: dict[str, Any], kind: str = "other") -> dict[str, Any]:
    """Describes an array by its shape alone."""
    shape = tuple(head["shape"])
    return {"kind": kind, "container": head["container"], "description": f"shape {shape}"}


def _family(value: Any) -> str:
    if tensors.is_tensor(value):
        return "torch.Tensor"
    return "cupy.ndarray" if _is_cupy(value) else "numpy.ndarray"


def _on_host(value: Any) -> tuple[Any, dict[str, Any]]:
    """Copies an array to plain numbers in host memory; None where it has none."""
    head: dict[str, Any] = {"container": _family(value), "device": "cpu"}
    if tensors.is_tensor(value):
        value, head["device"], head["elements"] = tensors.fetch(value)
    elif _is_cupy(value):
        head["device"] = f"cuda:{value.device.id}"
        value = _Taken.cupy["get"](value)
    array = _Taken.numpy["array"](value, order="C", subok=False)
    head.setdefault("elements", array.dtype.name)
    if array.dtype.kind not in "iuf":
        return None, {**head, "kind": "other", "description": f"elements of {array.dtype}"}
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        array = array.astype("<f4" if array.dtype.itemsize == HALF else "<f8")
    array = array.astype(array.dtype.newbyteorder("<"), copy=False)
    head |= {"shape": list(array.shape), "dtype": array.dtype.str}
    return array, head


def holds_objects(value: Any) -> bool:
    """Says whether it is a NumPy array of Python objects, which is a nest in disguise."""
    return _is_numpy(value) and value.dtype == object
