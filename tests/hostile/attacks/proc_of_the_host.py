#: does: looks for the grader and a neighbour in /proc by the host's numbers
#: allow: os
#: ends: runtime-error
import os

from witness import PARENT, SIBLING, expect_stopped


def look(path):
    with open(path, "rb") as file:
        if b"grader" not in file.read():  # in a namespace the number may be somebody else's
            raise OSError


def matmul(a, b):
    names = ("environ", "maps", "cmdline", "mem")
    paths = ["/proc/%d/%s" % (pid, name) for pid in (PARENT, SIBLING) for name in names]
    return expect_stopped({path: lambda path=path: look(path) for path in paths})
