#: does: fills the disk, up to one gigabyte
#: allow: os
#: ends: runtime-error signal
import os


def matmul(a, b):
    for number in range(64):
        descriptor = os.open("big%d" % number, os.O_CREAT | os.O_WRONLY)
        for _ in range(16):
            os.write(descriptor, bytes(2**20))
        os.close(descriptor)
    return "BREACH: one gigabyte"
