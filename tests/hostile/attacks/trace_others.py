#: does: traces, reads and writes the memory of other processes
#: allow: os ctypes struct
#: ends: runtime-error
import ctypes
import os
import struct

from witness import PARENT, SIBLING, expect_stopped, syscall

ATTACH, SEIZE = 16, 0x4206


def remote(call, pid):
    buffer = ctypes.create_string_buffer(8)
    local = struct.pack("PL", ctypes.addressof(buffer), 8)
    other = struct.pack("PL", 0x400000, 8)
    syscall(call, pid, local, 1, other, 1, 0)


def attempts(pid):
    return {
        "attach": lambda: syscall("ptrace", ATTACH, pid, 0, 0),
        "seize": lambda: syscall("ptrace", SEIZE, pid, 0, 0),
        "trace me": lambda: syscall("ptrace", 0, 0, 0, 0),
        "read": lambda: remote("process_vm_readv", pid),
        "write": lambda: remote("process_vm_writev", pid),
        "kcmp": lambda: syscall("kcmp", os.getpid(), pid, 0, 0, 0),
        "descriptor": lambda: syscall("pidfd_open", pid, 0),
        "mem": lambda: os.open("/proc/%d/mem" % pid, os.O_RDWR),
    }


def matmul(a, b):
    found = {}
    for who in (os.getppid(), PARENT, SIBLING, 1):
        found.update({(who, name): attempt for name, attempt in attempts(who).items()})
    return expect_stopped(found)
