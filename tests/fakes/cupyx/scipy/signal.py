"""Convolution and correlation of the fake.

By NumPy: each child imports this after it was forked, and SciPy takes longer than all the rest.
"""

import importlib
from typing import Any

import numpy as np

# By the name it has when tests/fakes is on the path, not as a part of the tests.
cupy: Any = importlib.import_module("cupy")


def correlate2d(image: Any, kernel: Any, mode: str = "full") -> Any:
    """Correlates, on the CPU."""
    turned = _convolved(image._content[::-1, ::-1], kernel._content, mode)
    return cupy.launched(turned[::-1, ::-1])


def convolve2d(image: Any, kernel: Any, mode: str = "full") -> Any:
    """Convolves, on the CPU."""
    return cupy.launched(_convolved(image._content, kernel._content, mode))


def _convolved(image: Any, kernel: Any, mode: str) -> Any:
    full = [(side - 1, side - 1) for side in kernel.shape]
    same = [(side // 2, (side - 1) // 2) for side in kernel.shape]
    padding = {"full": full, "same": same, "valid": [(0, 0), (0, 0)]}[mode]
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(image, padding), kernel.shape)
    return np.einsum("ijkl,kl->ij", windows, kernel[::-1, ::-1])
