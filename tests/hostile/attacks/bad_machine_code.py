#: does: jumps into bytes that are no instructions
#: allow: ctypes
#: ends: signal
import ctypes

from witness import map_memory


def matmul(a, b):
    start = map_memory(4096, 7, 0x22, -1)
    ctypes.memset(start, 0x06, 64)
    return ctypes.CFUNCTYPE(ctypes.c_long)(start)()
