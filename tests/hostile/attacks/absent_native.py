#: does: digs for classes of ctypes where no filter would stop them
#: narrow: yes
#: rungs: D
#: ends: runtime-error
from witness import expect_stopped


def below(kind):
    for one in type.__subclasses__(kind):
        yield one
        yield from below(one)


def dug_out():
    if not any(one.__module__ in ("_ctypes", "mmap") for one in below(object)):
        raise ImportError


def matmul(a, b):
    return expect_stopped({"classes": dug_out})
