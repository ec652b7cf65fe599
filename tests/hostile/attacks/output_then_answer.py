#: does: prints more than allowed and answers at once
#: allow: os
#: ends: output
import os


def matmul(a, b):
    for _ in range(66):
        os.write(1, b"x" * 1000)
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
