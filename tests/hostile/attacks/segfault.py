#: does: reads address zero
#: allow: ctypes
#: ends: signal
#: rungs: A+ A B C D
import ctypes


def matmul(a, b):
    return ctypes.string_at(0)
