"""Arrays of NumPy, CuPy and PyTorch: made for a call, and brought home as bytes.

The libraries' functions are taken before a student's program is loaded: what it puts in their
place changes what it computes with, not how its result is read. PyTorch's tensors may be of any
device, layout and subclass: a subclass's `__torch_function__` is not asked, what counts is the
memory behind it.
"""

import sys
from typing import Any

from .naming import Packed, show

MAX_DIMENSIONS = 4
MAX_ELEMENTS = 1 << 26
LARGE = 1 << 16  # bytes from which an array that is still what it was is not sent back
HALF = 2  # bytes of an element that is widened for the way
TORCH_FORMS = ("torch", "torch-4d")
WIDENED = ("bfloat16", "float16")  # to float32, which holds each of their numbers


Given = tuple[str, list[int], memoryview]  # what an array is made from: dtype, shape, its bytes


class _Libraries:
    """What was taken of the libraries that are there; None for those that are not."""

    numpy: Any = None
    cupy: Any = None
    torch: Any = None


def take() -> None:
    """Takes the functions that are needed later, of what has been imported by now."""
    if "torch" in sys.modules and _Libraries.torch is None:
        _Libraries.torch = _taken_of_torch(sys.modules["torch"])
    if "numpy" in sys.modules:
        module = sys.modules["numpy"]
        names = ("ndarray", "matrix", "generic", "array", "frombuffer", "ascontiguousarray")
        _Libraries.numpy = {name: getattr(module, name) for name in names}
    if "cupy" in sys.modules:
        module = sys.modules["cupy"]
        _Libraries.cupy = {"ndarray": module.ndarray, "asarray": module.asarray}
        _Libraries.cupy |= {"get": module.ndarray.get, "device": module.cuda.Device}


def _taken_of_torch(torch: Any) -> dict[str, Any]:
    methods = (
        *("detach", "as_subclass", "to_dense", "resolve_conj", "resolve_neg", "to"),
        *("cpu", "contiguous", "clone", "numpy", "reshape", "is_contiguous"),
    )
    return {
        "without subclasses": torch._C.DisableTorchFunctionSubclass,  # noqa: SLF001 - its only name
        **{name: getattr(torch.Tensor, name) for name in methods},
        **{name: getattr(torch, name) for name in ("Tensor", "frombuffer", "float32")},
        "strided": torch.strided,
        "<f4": torch.float32,
        "<f8": torch.float64,
        "wait": torch.cuda.synchronize,
        "initialized": torch.cuda.is_initialized,
    }


def make(form: str, dtype: str, shape: list[int], data: memoryview, device: str) -> Any:
    """Makes an array of its own memory from bytes in C order."""
    if form in TORCH_FORMS:
        if form == "torch-4d":
            shape = [1] * (MAX_DIMENSIONS - len(shape)) + shape
        return make_tensor(dtype, shape, data, device)
    if _Libraries.numpy is None or (form == "cupy" and _Libraries.cupy is None):
        raise ImportError("the library is not there to make the arguments with")
    flat = _Libraries.numpy["frombuffer"](data, dtype=dtype)
    array = _Libraries.numpy["array"](flat).reshape(shape)
    return _Libraries.cupy["asarray"](array) if form == "cupy" else array


def make_tensor(dtype: str, shape: list[int], data: memoryview, device: str) -> Any:
    """Makes a tensor of its own memory from bytes in C order; `device` is "cpu" or "cuda".

    PyTorch asks for bytes that it might change, although it is copied at once.
    """
    torch = _Libraries.torch or {}
    flat = torch["frombuffer"](data, dtype=torch[dtype])
    tensor = torch["clone"](torch["reshape"](flat, shape))
    return tensor if device == "cpu" else torch["to"](tensor, device)


def is_as_given(value: Any, given: Given) -> bool:
    """Says whether a large array still is what it was made from, byte by byte.

    Where that cannot be told at once the answer is no: then the array itself is sent.
    """
    dtype, shape, data = given
    if len(data) < LARGE or not is_array(value):
        return False
    try:
        array = _without_copy(value)
        if array is None or array.dtype.str != dtype or array.nbytes != len(data):
            return False
        if list(array.shape[-len(shape) :]) != shape:
            return False
        now = array.reshape(-1).view("<u4")
        return bool((_Libraries.numpy["frombuffer"](data, "<u4") == now).all())
    except Exception:  # noqa: BLE001 - of what became of it, anything
        return False


def _without_copy(value: Any) -> Any:
    """Gives an array as NumPy's, copied only from a device; None where it is laid out otherwise."""
    if _is_tensor(value):
        torch = _Libraries.torch
        with torch["without subclasses"]():
            value = torch["detach"](value)
            if type(value) is not torch["Tensor"] or value.layout is not torch["strided"]:
                return None
            if not torch["is_contiguous"](value):
                return None
            return torch["numpy"](torch["cpu"](value))
    if _is_cupy(value):
        value = _Libraries.cupy["get"](value)
    plain = type(value) is _Libraries.numpy["ndarray"] and value.flags.c_contiguous
    return value if plain else None


def wait() -> None:
    """Waits until the devices have done what they were asked to do."""
    if _Libraries.torch is not None and _Libraries.torch["initialized"]():
        _Libraries.torch["wait"]()
    if _Libraries.cupy is not None:
        _Libraries.cupy["device"]().synchronize()


def is_array(value: Any) -> bool:
    """Says whether it is an array of one of the libraries, of whatever subclass."""
    return _is_numpy(value) or _is_cupy(value) or _is_tensor(value)


def _is_numpy(value: Any) -> bool:
    return _Libraries.numpy is not None and issubclass(type(value), _Libraries.numpy["ndarray"])


def _is_cupy(value: Any) -> bool:
    return _Libraries.cupy is not None and issubclass(type(value), _Libraries.cupy["ndarray"])


def _is_tensor(value: Any) -> bool:
    return _Libraries.torch is not None and issubclass(type(value), _Libraries.torch["Tensor"])


def plain_shape(value: Any) -> tuple[int, ...]:
    """Gives the shape of an array of a library's own class; () for anything else."""
    numpy, cupy, torch = (
        _Libraries.numpy or {},
        _Libraries.cupy or {},
        _Libraries.torch or {},
    )
    own = (numpy.get("ndarray"), numpy.get("matrix"), cupy.get("ndarray"), torch.get("Tensor"))
    return tuple(value.shape) if any(type(value) is kind for kind in own) else ()


def is_number(element: Any) -> bool:
    """Says whether it is an int, a float or a scalar of a library; not what kind of scalar."""
    if type(element) is int or type(element) is float:
        return True
    scalar = _Libraries.numpy is not None and issubclass(type(element), _Libraries.numpy["generic"])
    return scalar or (is_array(element) and not plain_shape(element))


def as_nest(element: Any) -> Any:
    """Turns an array of at least one axis into nested lists; gives anything else as it is."""
    if not is_array(element):
        return element
    array = _on_host(element)[0]
    return array.tolist() if array is not None and array.ndim else element


def as_number(element: Any) -> tuple[str, Any]:
    """Takes the Python number out of a scalar of a library, and names its type; "" for others."""
    if _Libraries.numpy is not None and issubclass(type(element), _Libraries.numpy["generic"]):
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
    return {**head, "kind": "matrix"}, memoryview(array.reshape(-1).view("u1"))


def without_elements(head: dict[str, Any], kind: str = "other") -> dict[str, Any]:
    """Describes an array by its shape alone."""
    shape = tuple(head["shape"])
    return {"kind": kind, "container": head["container"], "description": f"shape {shape}"}


def _family(value: Any) -> str:
    if _is_tensor(value):
        return "torch.Tensor"
    return "cupy.ndarray" if _is_cupy(value) else "numpy.ndarray"


def _on_host(value: Any) -> tuple[Any, dict[str, Any]]:
    """Copies an array to plain numbers in host memory; None where it has none."""
    head: dict[str, Any] = {"container": _family(value), "device": "cpu"}
    if _is_tensor(value):
        array, head["device"], head["elements"] = fetch_tensor(value)
    else:
        if _is_cupy(value):
            head["device"] = f"cuda:{value.device.id}"
            value = _Libraries.cupy["get"](value)
        array = _Libraries.numpy["array"](value, order="C", subok=False)
    head.setdefault("elements", array.dtype.name)
    if array.dtype.kind not in "iuf":
        return None, {**head, "kind": "other", "description": f"elements of {array.dtype}"}
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        array = array.astype("<f4" if array.dtype.itemsize == HALF else "<f8")
    array = array.astype(array.dtype.newbyteorder("<"), copy=False)
    head |= {"shape": list(array.shape), "dtype": array.dtype.str}
    return array, head


def fetch_tensor(tensor: Any) -> tuple[Any, str, str]:
    """Copies a tensor into a NumPy array; gives it, the device it was on, and its element type.

    Raises whatever PyTorch raises for a tensor that has no memory.
    """
    torch = _Libraries.torch
    with torch["without subclasses"]():
        tensor = torch["detach"](tensor)
        if type(tensor) is not torch["Tensor"]:
            tensor = torch["as_subclass"](tensor, torch["Tensor"])
        device, elements = str(tensor.device), str(tensor.dtype).removeprefix("torch.")
        if tensor.layout is not torch["strided"]:
            tensor = torch["to_dense"](tensor)
        tensor = torch["resolve_neg"](torch["resolve_conj"](tensor))
        if elements in WIDENED or elements.startswith("float8"):
            tensor = torch["to"](tensor, torch["float32"])
        tensor = torch["clone"](torch["contiguous"](torch["cpu"](tensor)))
        return torch["numpy"](tensor), device, elements


def holds_objects(value: Any) -> bool:
    """Says whether it is a NumPy array of Python objects, which is a nest in disguise."""
    return _is_numpy(value) and value.dtype == object
