#: does: makes processes by fork, vfork, clone and clone3, past the C library
#: allow: ctypes os
#: ends: runtime-error
import ctypes
import os

from witness import expect_stopped, syscall

SIGCHLD = 17


def attempt(*call):
    pid = syscall(*call)
    if pid == 0:
        os._exit(0)


def matmul(a, b):
    arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, SIGCHLD)
    return expect_stopped(
        {
            "fork": lambda: attempt("fork"),
            "clone": lambda: attempt("clone", SIGCHLD, 0, 0, 0, 0),
            "clone3": lambda: attempt("clone3", ctypes.addressof(arguments), 88),
        }
    )
