#: does: reads one byte in every two megabytes: no memory, but a page of page tables each
#: allow: ctypes
#: ends: memory timeout
import ctypes

from witness import map_memory

PRIVATE, ANONYMOUS, NORESERVE = 2, 0x20, 0x4000


def matmul(a, b):
    size = 2**40
    start = map_memory(size, 1, PRIVATE | ANONYMOUS | NORESERVE, -1)
    for offset in range(0, size, 2**21):
        ctypes.string_at(start + offset, 1)
    return "BREACH: two gigabytes of page tables"
