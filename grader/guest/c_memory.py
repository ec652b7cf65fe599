"""Matrices for C functions, each in memory of its own between pages that nobody may touch.

A matrix lies against one of its two guards: at its START, so that reading or writing before it ends
the process, or at its END. Whatever the program does, this process does not judge it: the host sees
a signal, and knows where the matrices lay.
"""

import ctypes
import mmap
from dataclasses import dataclass

from .confine import load_libc

PAGE = mmap.PAGESIZE
NONE, READ, READ_WRITE = 0, 1, 3  # PROT_ of mman.h
PRIVATE_ANONYMOUS = 0x22
START, END = "start", "end"
LINE = 64  # bytes that a cache line has, and the widest vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay:
    """How matrices lie in memory."""

    against: str = START  # which guard they touch
    apart: int = 0  # bytes between them and that guard
    fixed: bool = False  # inputs cannot be written
    lines: bool = False  # each begins a line of the cache: then fewer than LINE bytes are free

    def place(self, size: int) -> tuple[int, int]:
        """Gives the bytes to map between the guards, and where in them a matrix begins."""
        apart = -size % LINE if self.lines else self.apart
        pages = -(-(size + 2 * apart) // PAGE) * PAGE
        return pages, apart if self.against == START else pages - size - apart


class Block:
    """The memory of one matrix."""

    def __init__(self, size: int, lay: Lay) -> None:
        """Maps it; raises MemoryError when there is no room."""
        self._libc = _system()
        self._inner, offset = lay.place(max(size, 1))
        self._whole = self._inner + 2 * PAGE
        self._size = size
        found = self._libc.mmap(None, self._whole, NONE, PRIVATE_ANONYMOUS, -1, 0)
        if found in (None, ctypes.c_void_p(-1).value):
            raise MemoryError
        self._base = int(found)
        self.protect(READ_WRITE)
        self.address = self._base + PAGE + offset

    def protect(self, rights: int) -> None:
        """Changes what may be done with what lies between the guards."""
        if self._libc.mprotect(self._base + PAGE, self._inner, rights) != 0:
            raise MemoryError

    def write(self, content: bytes) -> None:
        """Fills it from its beginning."""
        ctypes.memmove(self.address, content, len(content))

    def read(self) -> bytes:
        """Copies all of it."""
        return ctypes.string_at(self.address, self._size)

    def release(self) -> None:
        """Gives the memory back."""
        self._libc.munmap(self._base, self._whole)


def _system() -> ctypes.CDLL:
    """The three calls of the C library, with their types."""
    libc = load_libc()
    word, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    libc.mmap.restype = word
    libc.mmap.argtypes = [word, size, number, number, number, ctypes.c_long]
    libc.mprotect.argtypes = [word, size, number]
    libc.munmap.argtypes = [word, size]
    return libc
