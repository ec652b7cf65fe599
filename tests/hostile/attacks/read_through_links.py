#: does: reaches other files by links, mounts, descriptors and odd paths
#: allow: os
#: ends: runtime-error
import os

from witness import OTHERS, expect_stopped


def read(path):
    with open(path, "rb") as file:
        file.read(1)


def follow(make):
    make(OTHERS, "innocent.txt")
    read("innocent.txt")


def matmul(a, b):
    far = "/".join([".."] * 20) + OTHERS
    return expect_stopped(
        {
            "symbolic link": lambda: follow(os.symlink),
            "hard link": lambda: follow(os.link),
            "dots": lambda: read(far),
            "root": lambda: read("/proc/self/root" + OTHERS),
            "folder": lambda: read("/proc/self/cwd/" + far),
            "parent": lambda: read("/proc/%d/root%s" % (os.getppid(), OTHERS)),
        }
    )
