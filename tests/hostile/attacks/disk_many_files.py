#: does: makes files without end
#: allow: os
#: ends: runtime-error
import os


def matmul(a, b):
    for number in range(100_000):
        os.close(os.open("f%d" % number, os.O_CREAT | os.O_WRONLY))
    return "BREACH: 100000 files"
