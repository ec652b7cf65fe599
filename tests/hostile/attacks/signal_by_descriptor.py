#: does: has the kernel send a signal to a stranger when a pipe becomes readable
#: allow: fcntl os struct
#: ends: runtime-error
import fcntl
import os
import struct

from witness import SIBLING, expect_stopped

SET_SIGNAL, SET_OWNER_EX, SIOCSPGRP = 10, 15, 0x8902


def matmul(a, b):
    source, sink = os.pipe()
    return expect_stopped(
        {
            "owner": lambda: fcntl.fcntl(source, fcntl.F_SETOWN, SIBLING),
            "owner, extended": lambda: fcntl.fcntl(
                source, SET_OWNER_EX, struct.pack("ii", 1, SIBLING)
            ),
            "which signal": lambda: fcntl.fcntl(source, SET_SIGNAL, 9),
            "socket": lambda: fcntl.ioctl(3, SIOCSPGRP, struct.pack("i", SIBLING)),
        }
    )
