#: does: prints more than allowed and ends at once
#: allow: os
#: ends: output
import os


def matmul(a, b):
    for _ in range(100):
        os.write(1, b"x" * 1000)
    os._exit(0)
