#: does: calls itself for ever, after lifting Python's own limit
#: allow: sys
#: ends: memory signal timeout runtime-error
#: rungs: A+ A B C
# Where memory ends in the middle of a call, Python itself may say "error return without exception set".
import sys


def matmul(a, b):
    sys.setrecursionlimit(2**31 - 1)
    return matmul(a, b)
