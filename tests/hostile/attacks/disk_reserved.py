#: does: reserves space without writing, and holes of terabytes
#: allow: os
#: ends: runtime-error signal
import os


def matmul(a, b):
    descriptor = os.open("big", os.O_CREAT | os.O_RDWR)
    os.truncate(descriptor, 2**24 + 1)
    os.posix_fallocate(descriptor, 0, 2**30)
    return "BREACH: one gigabyte"
