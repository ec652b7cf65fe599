#: does: becomes somebody else, raises its limits and its importance
#: allow: ctypes os resource
#: ends: runtime-error
import os
import resource
import struct

from witness import expect_stopped, syscall


def raise_limit(kind):
    soft, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY:
        raise OSError
    resource.setrlimit(kind, (hard + 1, hard + 1))


def lower_limit_of_parent():
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))


def matmul(a, b):
    limits = ("DATA", "CPU", "FSIZE", "NOFILE", "NPROC", "CORE", "STACK")
    attempts = {
        name: lambda name=name: raise_limit(getattr(resource, "RLIMIT_" + name)) for name in limits
    }
    everything = struct.pack("<6I", *[0xFFFFFFFF] * 6)
    attempts |= {
        "limit of the parent": lower_limit_of_parent,
        "setuid": lambda: os.setuid(0),
        "setresuid": lambda: os.setresuid(0, 0, 0),
        "setgid": lambda: os.setgid(0),
        "setgroups": lambda: os.setgroups([0]),
        "setfsuid": lambda: syscall("setfsuid", 0),
        "capset": lambda: syscall("capset", struct.pack("<Ii", 0x20080522, 0), everything),
        "nice": lambda: os.nice(-5),
        "scheduler": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        "processors": lambda: os.sched_setaffinity(0, {0}),
        "lock memory": lambda: syscall("mlockall", 3),
    }
    return expect_stopped(attempts)
