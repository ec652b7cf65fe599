#: does: signals the grader, everybody, init and a neighbour in every way there is
#: allow: os signal ctypes struct
#: ends: runtime-error
import os
import signal
import struct

from witness import PARENT, SIBLING, expect_stopped, syscall


def queue(call, *target):
    syscall(call, *target, 0, struct.pack("<iii", 0, 0, -1) + bytes(116))


def matmul(a, b):
    # Nothing but signal 0 where a hole would hurt the machine this runs on.
    return expect_stopped(
        {
            "parent": lambda: os.kill(os.getppid(), 0),
            "grader": lambda: os.kill(PARENT, 0),
            "neighbour": lambda: os.kill(SIBLING, signal.SIGKILL),
            "everybody": lambda: os.kill(-1, 0),
            "group": lambda: os.killpg(os.getpgid(os.getppid()), 0),
            "own group": lambda: os.kill(0, 0),
            "init": lambda: os.kill(1, 0),
            "descriptor": lambda: signal.pidfd_send_signal(os.pidfd_open(SIBLING), 9),
            "tkill": lambda: syscall("tkill", SIBLING, 9),
            "tgkill": lambda: syscall("tgkill", SIBLING, SIBLING, 9),
            "queue": lambda: queue("rt_sigqueueinfo", SIBLING),
            "queue thread": lambda: queue("rt_tgsigqueueinfo", SIBLING, SIBLING),
        }
    )
