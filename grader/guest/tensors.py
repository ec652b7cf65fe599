"""PyTorch's tensors, of any device, layout and subclass: made for a call, and brought home.

A subclass's `__torch_function__` is not asked: what counts is the memory behind it.
"""

import sys
from typing import Any

WIDENED = ("bfloat16", "float16")  # to float32, which holds each of their numbers


class _Taken:
    """What was taken of PyTorch before a student's program was there; empty without it."""

    plain: Any = None  # a context in which subclasses are not asked
    of: dict[str, Any] = {}  # noqa: RUF012 - filled once, by take()


def take() -> None:
    """Takes the functions that are needed later, if PyTorch has been imported by now."""
    torch = sys.modules.get("torch")
    if torch is None or _Taken.of:
        return
    _Taken.plain = torch._C.DisableTorchFunctionSubclass  # noqa: SLF001 - its only name
    methods: tuple[str, ...] = (
        "detach",
        "as_subclass",
        "to_dense",
        "resolve_conj",
        "resolve_neg",
        "to",
    )
    methods += ("cpu", "contiguous", "clone", "numpy", "reshape")
    _Taken.of = {name: getattr(torch.Tensor, name) for name in methods}
    _Taken.of |= {name: getattr(torch, name) for name in ("Tensor", "frombuffer", "float32")}
    _Taken.of |= {"strided": torch.strided, "<f4": torch.float32, "<f8": torch.float64}
    _Taken.of |= {"wait": torch.cuda.synchronize, "initialized": torch.cuda.is_initialized}


def is_tensor(value: Any) -> bool:
    """Says whether it is a tensor, of whatever subclass."""
    return bool(_Taken.of) and issubclass(type(value), _Taken.of["Tensor"])


def own_class() -> Any:
    """Gives the class of a tensor that no subclass has changed; None without PyTorch."""
    return _Taken.of.get("Tensor")


def make(dtype: str, shape: list[int], data: bytes, device: str) -> Any:
    """Makes a tensor of its own memory from bytes in C order; `device` is "cpu" or "cuda"."""
    flat = _Taken.of["frombuffer"](bytearray(data), dtype=_Taken.of[dtype])
    tensor = _Taken.of["clone"](_Taken.of["reshape"](flat, shape))
    return tensor if device == "cpu" else _Taken.of["to"](tensor, device)


def wait() -> None:
    """Waits for the device, if PyTorch has one in use."""
    if _Taken.of and _Taken.of["initialized"]():
        _Taken.of["wait"]()


def fetch(tensor: Any) -> tuple[Any, str, str]:
    """Copies a tensor into a NumPy array; gives it, the device it was on, and its element type.

    Raises whatever PyTorch raises for a tensor that has no memory.
    """
    take = _Taken.of
    with _Taken.plain():
        tensor = take["detach"](tensor)
        if type(tensor) is not take["Tensor"]:
            tensor = take["as_subclass"](tensor, take["Tensor"])
        device, elements = str(tensor.device), str(tensor.dtype).removeprefix("torch.")
        if tensor.layout is not take["strided"]:
            tensor = take["to_dense"](tensor)
        tensor = take["resolve_neg"](take["resolve_conj"](tensor))
        if elements in WIDENED or elements.startswith("float8"):
            tensor = take["to"](tensor, take["float32"])
        tensor = take["clone"](take["contiguous"](take["cpu"](tensor)))
        return take["numpy"](tensor), device, elements
