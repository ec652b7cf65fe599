"""PyTorch tensors of any device, layout and subclass; see arrays.py.

A subclass's `__torch_function__` is bypassed: only the memory behind it counts.
"""

import os
from typing import Any

FORMS = ("torch", "torch-4d")
DIMENSIONS = 4  # of "torch-4d": batch, channels, rows, columns
WIDENED = ("bfloat16", "float16")  # converted to float32, which represents all of their values
COPIED = 2**16  # elements: this many use the device's copy engine, which hangs on some machines
METHODS = (
    *("detach", "as_subclass", "to_dense", "resolve_conj", "resolve_neg", "to"),
    *("cpu", "contiguous", "clone", "numpy", "reshape", "is_contiguous"),
)


class Arrays:
    """Functions taken from PyTorch."""

    container = "torch.Tensor"
    opens_device = True

    def __init__(self, torch: Any) -> None:
        """Take functions, and methods of tensors as functions."""
        self._torch = torch
        self._call = {name: getattr(torch.Tensor, name) for name in METHODS}
        self._tensor, self._frombuffer = torch.Tensor, torch.frombuffer
        self._strided, self._float32 = torch.strided, torch.float32
        self._dtypes = {"<f4": torch.float32, "<f8": torch.float64}
        self._wait, self._is_initialized = torch.cuda.synchronize, torch.cuda.is_initialized
        self._without_subclasses = torch._C.DisableTorchFunctionSubclass  # noqa: SLF001 - its only name

    def make(self, form: str, dtype: str, shape: list[int], data: memoryview, device: str) -> Any:
        """Create a tensor with its own memory from bytes in C order.

        PyTorch requires a writable buffer, although it is copied at once.
        """
        if form == "torch-4d":
            shape = [1] * (DIMENSIONS - len(shape)) + shape
        flat = self._frombuffer(data, dtype=self._dtypes[dtype])
        tensor = self._call["clone"](self._call["reshape"](flat, shape))
        return tensor if device == "cpu" else self._call["to"](tensor, device)

    def is_array(self, value: Any) -> bool:
        return issubclass(type(value), self._tensor)

    def is_plain(self, value: Any) -> bool:
        return type(value) is self._tensor

    def view(self, value: Any) -> Any:
        call = self._call
        with self._without_subclasses():
            value = call["detach"](value)
            if type(value) is not self._tensor or value.layout is not self._strided:
                return None
            if not call["is_contiguous"](value):
                return None
            return call["numpy"](call["cpu"](value))

    def fetch(self, value: Any) -> tuple[Any, str, str]:
        """Copy a tensor to NumPy; raise whatever PyTorch raises for one without memory."""
        call, tensor = self._call, value
        with self._without_subclasses():
            tensor = call["detach"](tensor)
            if type(tensor) is not self._tensor:
                tensor = call["as_subclass"](tensor, self._tensor)
            device, elements = str(tensor.device), str(tensor.dtype).removeprefix("torch.")
            if tensor.layout is not self._strided:
                tensor = call["to_dense"](tensor)
            tensor = call["resolve_neg"](call["resolve_conj"](tensor))
            if elements in WIDENED or elements.startswith("float8"):
                tensor = call["to"](tensor, self._float32)
            tensor = call["clone"](call["contiguous"](call["cpu"](tensor)))
            return call["numpy"](tensor), device, elements

    def wait(self) -> None:
        if self._is_initialized():
            self._wait()

    def reseed(self) -> None:
        self._torch.default_generator.manual_seed(int.from_bytes(os.urandom(7), "big"))

    def prepare_device(self) -> None:
        """Compute float32 convolutions in full precision; cuDNN's default is TF32's ten bits."""
        self._torch.backends.cudnn.allow_tf32 = False

    def open_device(self) -> Any:
        self._torch.zeros(1, device="cuda").cpu()
        self._torch.zeros(COPIED).to("cuda").cpu()
        return self._torch.cuda.mem_get_info
