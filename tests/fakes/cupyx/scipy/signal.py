"""Convolution and correlation of the fake."""

import importlib
from typing import Any

# By the name it has when tests/fakes is on the path, not as a part of the tests.
cupy: Any = importlib.import_module("cupy")
on_host: Any = importlib.import_module("scipy.signal")


def correlate2d(image: Any, kernel: Any, mode: str = "full") -> Any:
    """Correlates, on the CPU."""
    return cupy.launched(on_host.correlate2d(image._content, kernel._content, mode=mode))


def convolve2d(image: Any, kernel: Any, mode: str = "full") -> Any:
    """Convolves, on the CPU."""
    return cupy.launched(on_host.convolve2d(image._content, kernel._content, mode=mode))
