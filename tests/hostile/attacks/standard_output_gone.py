#: does: closes standard output and replaces it by something that raises
#: allow: os sys
#: ends: ok:right
#: rungs: A+ A B C D
import os
import sys


class Broken:
    def flush(self):
        raise SystemExit

    write = flush


sys.stdout.close()
sys.stdout = sys.stderr = sys.__stdout__ = Broken()


def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
