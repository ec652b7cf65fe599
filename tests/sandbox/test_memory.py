"""What did not fit is read off an exception, and nothing else is taken for it."""

import pytest

from grader.model.run import Traceback
from grader.sandbox.memory import lack_of_memory

CUDA = (
    "CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 139.80 GiB"
    " of which 3.20 GiB is free. Including non-PyTorch memory, this process has 1 GiB"
)
LACKING = {
    ("MemoryError", ""): "",
    ("_ArrayMemoryError", "Unable to allocate 7.45 GiB for an array with shape (9,)"): "7.45 GiB",
    (
        "RuntimeError",
        "DefaultCPUAllocator: can't allocate memory: you tried to allocate 80000000000 bytes.",
    ): "74.5 GiB",
    (
        "OutOfMemoryError",
        CUDA,
    ): "vram: 20.00 GiB; 3.20 GiB / 139.80 GiB",
    (
        "OutOfMemoryError",
        "Out of memory allocating 8,000,000,000 bytes (allocated so far: 512 bytes).",
    ): "vram: 7.45 GiB",
    ("OutOfMemoryError", "HIP out of memory."): "vram: ",
    ("CUDARuntimeError", "cudaErrorMemoryAllocation: out of memory"): "vram: ",
    ("RuntimeError", "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling ..."): "vram: ",
}
OTHERS = [
    ("ValueError", "array is too big"),
    ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)"),
    ("RuntimeError", "CUDA error: device-side assert triggered"),
    ("IndexError", "memory"),
]


@pytest.mark.parametrize("raised", LACKING)
def test_what_did_not_fit_is_named(raised: tuple[str, str]) -> None:
    """With the size that was asked for where it is said, and what a GPU had left."""
    error = Traceback(type=raised[0], message=raised[1], frames=())
    assert lack_of_memory(error) == LACKING[raised]


@pytest.mark.parametrize("raised", OTHERS)
def test_other_exceptions_are_something_else(raised: tuple[str, str]) -> None:
    """A wrong shape is no lack of memory."""
    assert lack_of_memory(Traceback(type=raised[0], message=raised[1], frames=())) is None
