#: does: hides memory in files without a name
#: allow: os ctypes
#: ends: runtime-error
import os

from witness import expect_stopped, syscall


def fill(descriptor):
    for _ in range(512):
        os.write(descriptor, bytes(2**20))


def matmul(a, b):
    return expect_stopped(
        {
            "memfd": lambda: fill(os.memfd_create("hoard")),
            "secret": lambda: syscall("memfd_secret", 0),
            "shm": lambda: fill(os.open("/dev/shm/hoard", os.O_CREAT | os.O_RDWR)),
            "tmpfile": lambda: fill(os.open("/tmp", os.O_TMPFILE | os.O_RDWR)),
            "shadow stack": lambda: syscall("map_shadow_stack", 0, 2**30, 0),
        }
    )
