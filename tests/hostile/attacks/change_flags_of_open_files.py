#: does: sets flags, leases and generations of library files, which it may open for reading
#: allow: fcntl json os
#: ends: runtime-error
import fcntl
import json
import os

from witness import expect_stopped

GET_FLAGS, SET_FLAGS, ENABLE_VERITY = 0x80086601, 0x40086602, 0x40806685
GET_VERSION, SET_VERSION, SET_XATTR = 0x80087601, 0x40087602, 0x401C5820


def set_flags(file):
    fcntl.ioctl(file, SET_FLAGS, fcntl.ioctl(file, GET_FLAGS, bytes(8)))


def set_version(file):
    fcntl.ioctl(file, SET_VERSION, fcntl.ioctl(file, GET_VERSION, bytes(8)))


def matmul(a, b):
    file = os.open(json.__file__, os.O_RDONLY)
    return expect_stopped(
        {
            "flags": lambda: set_flags(file),
            "version": lambda: set_version(file),
            "project": lambda: fcntl.ioctl(file, SET_XATTR, bytes(28)),
            "verity": lambda: fcntl.ioctl(file, ENABLE_VERITY, bytes(128)),
            "lease": lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK),
            "fchmod": lambda: os.fchmod(file, 0o777),
            "fchown": lambda: os.fchown(file, os.getuid(), os.getgid()),
            "times": lambda: os.utime(file, (0, 0)),
            "write again": lambda: os.open("/proc/self/fd/%d" % file, os.O_WRONLY),
        }
    )
