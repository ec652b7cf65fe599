#: does: writes to descriptors 1 and 2 past Python, while loading
#: allow: os
#: ends: ok:right
#: whole: output
import os


def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]


while True:
    os.write(1, b"x" * 4096)
    os.write(2, b"x" * 4096)
