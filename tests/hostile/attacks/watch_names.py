#: does: asks the kernel to be told of files that come and go in the folders of others
#: allow: ctypes os
#: ends: runtime-error
import os

from witness import FOLDER, expect_stopped, syscall

NUMBERS = {
    "x86_64": {"inotify_init": 253, "inotify_init1": 294, "fanotify_init": 300},
    "aarch64": {"inotify_init1": 26, "fanotify_init": 262},
}[os.uname().machine]
ADD = {"x86_64": 254, "aarch64": 27}[os.uname().machine]
EVERYTHING = 0xFFF


def watch(number):
    """Gets through where a watch can be asked for, and where it stands on somebody's folder."""
    place = syscall(number, 0, 0)
    for folder in ("/", "/tmp", FOLDER):
        try:
            syscall(ADD, place, folder.encode(), EVERYTHING)
        except OSError:
            continue


def matmul(a, b):
    return expect_stopped({name: lambda n=number: watch(n) for name, number in NUMBERS.items()})
