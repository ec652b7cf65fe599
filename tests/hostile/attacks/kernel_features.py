#: does: asks for the parts of the kernel where holes are found
#: allow: ctypes os
#: ends: runtime-error
import os

from witness import FOLDER, expect_stopped, syscall

NEW_USER, NEW_NET, NEW_MOUNT, NEW_PID = 0x10000000, 0x40000000, 0x20000, 0x20000000


def matmul(a, b):
    zeros = bytes(256)
    name = os.uname().nodename.encode()
    place = (FOLDER + "/empty").encode()
    return expect_stopped(
        {
            "io_uring": lambda: syscall("io_uring_setup", 8, bytearray(120)),
            "aio": lambda: syscall("io_setup", 64, bytearray(8)),
            "bpf": lambda: syscall("bpf", 0, zeros, 48),
            "perf": lambda: syscall("perf_event_open", zeros, 0, -1, -1, 0),
            "userfaultfd": lambda: syscall("userfaultfd", 0),
            "keys": lambda: syscall("add_key", b"user", b"a", b"b", 1, -2),
            "filter": lambda: syscall("seccomp", 1, 0, 0),
            "user namespace": lambda: syscall("unshare", NEW_USER),
            "namespaces": lambda: syscall("unshare", NEW_NET | NEW_MOUNT | NEW_PID),
            "enter": lambda: syscall("setns", 0, 0),
            "mount": lambda: syscall("mount", b"none", place, b"tmpfs", 0, 0),
            "bind mount": lambda: syscall("mount", place, place, 0, 4096, 0),
            "unmount": lambda: syscall("umount2", place, 2),
            "new mount": lambda: syscall("fsopen", b"tmpfs", 0),
            "tree": lambda: syscall("open_tree", -100, b"/", 1),
            "chroot": lambda: syscall("chroot", b"/"),
            "pivot": lambda: syscall("pivot_root", b".", b"."),
            "handle": lambda: syscall("name_to_handle_at", -100, b"/", zeros, zeros, 0),
            "module": lambda: syscall("finit_module", 0, b"", 0),
            "reboot": lambda: syscall("reboot", 0, 0, 0, 0),
            "host name": lambda: syscall("sethostname", name, len(name)),
            "swap": lambda: syscall("swapoff", b"/none"),
            "log": lambda: syscall("syslog", 3, bytearray(8), 8),
            "personality": lambda: syscall("personality", 0x0040000),
            "yet unknown": lambda: syscall(470, 0, 0, 0),
        }
    )
