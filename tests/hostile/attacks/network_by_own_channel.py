#: does: turns the channel to the grader into something else
#: allow: ctypes fcntl socket struct
#: ends: runtime-error
import fcntl
import socket
import struct

from witness import ABSTRACT, expect_stopped, syscall

GET_MTU, SET_MTU, GET_NAMES = 0x8921, 0x8922, 0x8912


def set_mtu():
    name = struct.pack("16si12x", b"lo", 0)
    fcntl.ioctl(3, SET_MTU, fcntl.ioctl(3, GET_MTU, name))


def matmul(a, b):
    abstract = struct.pack("<H", socket.AF_UNIX) + ABSTRACT.encode()
    own = struct.pack("<H", socket.AF_UNIX) + b"\0evil"
    return expect_stopped(
        {
            "connect": lambda: syscall("connect", 3, abstract, len(abstract)),
            "bind": lambda: syscall("bind", 3, own, len(own)),
            "listen": lambda: syscall("listen", 3, 1),
            "accept": lambda: syscall("accept4", 3, 0, 0, 0),
            "devices": lambda: fcntl.ioctl(3, GET_NAMES, bytes(16)),
            "set a device": set_mtu,
        }
    )
