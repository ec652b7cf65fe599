#: does: maps /dev/zero as shared and reads it, which makes pages that nobody counts
#: allow: ctypes os
#: ends: runtime-error
import ctypes
import os

from witness import map_memory

SHARED, READ = 1, 1


def matmul(a, b):
    start = map_memory(2**30, READ, SHARED, os.open("/dev/zero", os.O_RDONLY))
    for offset in range(0, 2**30, 4096):
        ctypes.string_at(start + offset, 1)
    return "BREACH: one gigabyte"
