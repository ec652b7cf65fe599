#: does: maps shared memory, which RLIMIT_DATA does not count
#: allow: mmap
#: ends: runtime-error
import mmap


def matmul(a, b):
    area = mmap.mmap(-1, 2**29)
    for offset in range(0, 2**29, 4096):
        area[offset] = 1
    return "BREACH: half a gigabyte"
