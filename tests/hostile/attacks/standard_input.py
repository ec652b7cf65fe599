#: does: waits for somebody to type, at load and in the call
#: allow: os sys
#: ends: ok:right
#: whole: runtime-error
import os
import sys


def matmul(a, b):
    assert sys.stdin.read() == ""
    assert os.read(0, 10) == b""
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]


size = int(input("n = "))
