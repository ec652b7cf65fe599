#: does: maps memory that grows downwards, which the kernel counts as stack, not as data
#: allow: ctypes
#: ends: runtime-error
import ctypes

from witness import map_memory

PRIVATE, ANONYMOUS, GROWS_DOWN = 2, 0x20, 0x100


def matmul(a, b):
    start = map_memory(2**30, 3, PRIVATE | ANONYMOUS | GROWS_DOWN, -1)
    ctypes.memset(start, 1, 2**30)
    return "BREACH: one gigabyte"
