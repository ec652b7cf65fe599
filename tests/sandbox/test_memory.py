"""What did not fit is read off an exception, and nothing else is taken for it."""

import pytest

from grader.model.run import Traceback
from grader.sandbox.memory import lack_of_memory

# As people have reported them; PyTorch 2.1 spelt it "capacty".
CUDA = (
    "CUDA out of memory. Tried to allocate 22.78 GiB. GPU 0 has a total capacity of 31.47 GiB of"
    " which 12.73 GiB is free. Including non-PyTorch memory, this process has 18.73 GiB memory in"
    " use. Of the allocated memory 9.08 GiB is allocated by PyTorch, and 9.35 GiB is reserved by"
    " PyTorch but unallocated."
)
HIP = (
    "HIP out of memory. Tried to allocate 1.88 GiB. GPU 0 has a total capacity of 23.98 GiB of"
    " which 1.70 GiB is free. Of the allocated memory 21.65 GiB is allocated by PyTorch, and"
    " 279.78 MiB is reserved by PyTorch but unallocated."
)
OLD = (
    "CUDA out of memory. Tried to allocate 27.12 GiB. GPU 0 has a total capacty of 11.99 GiB of"
    " which 0 bytes is free. Of the allocated memory 16.16 GiB is allocated by PyTorch"
)
CUPY = "Out of memory allocating 25,600,000 bytes (allocated so far: 3,635,267,072 bytes)."
LACKING = {
    ("MemoryError", ""): "",
    ("_ArrayMemoryError", "Unable to allocate 7.45 GiB for an array with shape (9,)"): "7.45 GiB",
    (
        "RuntimeError",
        "DefaultCPUAllocator: can't allocate memory: you tried to allocate 80000000000 bytes.",
    ): "74.5 GiB",
    ("OutOfMemoryError", CUDA): "vram: 22.78 GiB; 12.73 GiB / 31.47 GiB",
    ("OutOfMemoryError", HIP): "vram: 1.88 GiB; 1.70 GiB / 23.98 GiB",
    ("OutOfMemoryError", OLD): "vram: 27.12 GiB; 0 bytes / 11.99 GiB",
    ("OutOfMemoryError", CUPY): "vram: 24.4 MiB",
    ("OutOfMemoryError", "HIP out of memory."): "vram: ",
    ("CUDARuntimeError", "cudaErrorMemoryAllocation: out of memory"): "vram: ",
    ("RuntimeError", "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling ..."): "vram: ",
    ("AcceleratorError", "HIP error: out of memory\nHIP kernel errors might be ..."): "vram: ",
    ("AcceleratorError", "CUDA error: out of memory"): "vram: ",
    ("CUDADriverError", "CUDA_ERROR_OUT_OF_MEMORY: out of memory"): "vram: ",
    ("RuntimeError", "miopenStatusAllocFailed"): "vram: ",
    ("RuntimeError", "CUDA error: rocblas_status_memory_error when calling ..."): "vram: ",
    ("CUFFTError", "CUFFT_ALLOC_FAILED"): "vram: ",
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
