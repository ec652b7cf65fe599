#: does: maps private memory and writes to it
#: allow: mmap
#: ends: runtime-error memory
import mmap


def matmul(a, b):
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    area = mmap.mmap(-1, 2**30, flags=flags)
    for offset in range(0, 2**30, 4096):
        area[offset] = 1
    return "BREACH: one gigabyte"
