"""Recognise from an exception what did not fit into memory."""

import re

from grader.model.run import Traceback

VRAM = "vram: "  # prefix of a detail about GPU memory
ON_HOST = re.compile(r"DefaultCPUAllocator: (?:can't allocate|not enough) memory")
ON_DEVICE = re.compile(
    r"(?:CUDA|HIP)(?: error:)? out of memory|(?:hip|cuda)Error(?:OutOfMemory|MemoryAllocation)"
    r"|\w+_ERROR_OUT_OF_(?:MEMORY|RESOURCES)|\w+_ALLOC_FAILED|StatusAllocFailed"
    r"|status_memory_error|out of memory allocating",
    re.IGNORECASE,
)
SIZE = r"[\d.]+ (?:[KMGT]?i?B|bytes)\b"
WANTED = re.compile(rf"(?:allocat\w+|an array of) ({SIZE}|[\d,]+ bytes)", re.IGNORECASE)
FREE = re.compile(rf"total capaci?ty of ({SIZE}) of which ({SIZE}) is free")


def lack_of_memory(error: Traceback) -> str | None:
    """Return the size that did not fit ("" if unknown); None for other exceptions.

    Allocators of GPU memory name a size. A library's status code alone may mean another resource:
    HIP's kernel compiler reports a full folder as `hipErrorOutOfMemory`.
    """
    wanted = _wanted(error.message)
    if error.type == "OutOfMemoryError" or ON_DEVICE.search(error.message):
        free = FREE.search(error.message)
        return VRAM + wanted + (f"; {free.group(2)} / {free.group(1)}" if free else "")
    if error.type in ("MemoryError", "_ArrayMemoryError") or ON_HOST.search(error.message):
        return wanted
    return None


def _wanted(message: str) -> str:
    """Return the requested size, such as "7.45 GiB"; bytes are converted."""
    wanted = WANTED.search(message)
    if wanted is None:
        return ""
    size = wanted.group(1)
    digits = size.removesuffix(" bytes").replace(",", "")
    return _readable(int(digits)) if digits.isdigit() else size


def _readable(count: int) -> str:
    size, unit = float(count), 0
    while size >= 1024 and unit < 4:  # noqa: PLR2004 - TiB is the last
        size, unit = size / 1024, unit + 1
    return f"{size:.3g} {('B', 'KiB', 'MiB', 'GiB', 'TiB')[unit]}"
