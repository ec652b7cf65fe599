#: does: calls the kernel as a 32-bit program would, by machine code of its own
#: allow: ctypes platform
#: ends: signal
#: machine: x86_64
import ctypes

from witness import map_memory

# push rbx; mov eax, 2 (fork); int 0x80; pop rbx; ret
CODE = b"\x53\xb8\x02\x00\x00\x00\xcd\x80\x5b\xc3"


def matmul(a, b):
    start = map_memory(4096, 7, 0x22, -1)
    ctypes.memmove(start, CODE, len(CODE))
    return "BREACH: %d" % ctypes.CFUNCTYPE(ctypes.c_int)(start)()
