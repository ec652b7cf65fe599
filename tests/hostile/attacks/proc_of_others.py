#: does: looks into other processes through /proc
#: allow: os
#: ends: runtime-error
#: rungs: A+ A B
import os

from witness import PARENT, SIBLING, expect_stopped


def look(path):
    if os.path.isdir(path):
        return os.listdir(path)
    with open(path, "rb") as file:
        return file.read(1)


def matmul(a, b):
    names = ("mem", "environ", "maps", "cmdline", "fd", "root", "cwd", "task", "status", "stack")
    places = [str(pid) for pid in (os.getppid(), PARENT, SIBLING, 1)]
    paths = ["/proc/%s/%s" % (place, name) for place in places for name in names]
    paths += ["/proc", "/proc/kcore", "/proc/kallsyms"]
    return expect_stopped({path: lambda path=path: look(path) for path in paths})
