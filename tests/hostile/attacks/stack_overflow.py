#: does: lets C code call itself until the stack ends
#: allow: ctypes
#: ends: signal ok:scalar
#: rungs: A+ A B C D
import ctypes


@ctypes.CFUNCTYPE(ctypes.c_int)
def again():
    return again()


def matmul(a, b):
    import sys

    sys.setrecursionlimit(10**9)
    return again()
