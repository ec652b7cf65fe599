#: does: changes what the kernel does with this process
#: allow: ctypes
#: ends: runtime-error
from witness import expect_stopped, syscall

PDEATHSIG, DUMPABLE, KEEPCAPS, SECCOMP, SECUREBITS, MM, AMBIENT = 1, 4, 8, 22, 28, 35, 47
PTRACER = 0x59616D61


def matmul(a, b):
    return expect_stopped(
        {
            "outlive the parent": lambda: syscall("prctl", PDEATHSIG, 0, 0, 0, 0),
            "dumpable": lambda: syscall("prctl", DUMPABLE, 1, 0, 0, 0),
            "keep": lambda: syscall("prctl", KEEPCAPS, 1, 0, 0, 0),
            "filter off": lambda: syscall("prctl", SECCOMP, 0, 0, 0, 0),
            "bits": lambda: syscall("prctl", SECUREBITS, 0, 0, 0, 0),
            "map": lambda: syscall("prctl", MM, 1, 0, 0, 0),
            "ambient": lambda: syscall("prctl", AMBIENT, 2, 21, 0, 0),
            "tracer": lambda: syscall("prctl", PTRACER, -1, 0, 0, 0),
        }
    )
