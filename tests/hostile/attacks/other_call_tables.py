#: does: calls the kernel by the x32 table, with numbers of its own
#: allow: ctypes os platform
#: ends: runtime-error
import os

from witness import expect_stopped, syscall

X32 = 0x40000000


def fork(number):
    if syscall(number) == 0:
        os._exit(0)


def matmul(a, b):
    return expect_stopped(
        {
            "fork": lambda: fork(X32 | 57),
            "socket": lambda: syscall(X32 | 41, 2, 1, 0),
            "execve": lambda: syscall(X32 | 520, b"/proc/self/exe", 0, 0),
            "kill": lambda: syscall(X32 | 62, 1, 0),
            "negative": lambda: syscall(-1, 0),
        }
    )
