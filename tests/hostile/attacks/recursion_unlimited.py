#: does: calls itself for ever, after lifting Python's own limit
#: allow: sys
#: ends: memory signal timeout
#: rungs: A+ A B C
import sys


def matmul(a, b):
    sys.setrecursionlimit(2**31 - 1)
    return matmul(a, b)
