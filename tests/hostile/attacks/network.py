#: does: talks to whoever listens: TCP, UDP, Unix, abstract, netlink, raw, DNS
#: allow: socket ctypes
#: ends: runtime-error
import socket

from witness import ABSTRACT, TCP, UDP, UNIX, expect_stopped, syscall


def talk(family, kind, address):
    with socket.socket(family, kind) as one:
        one.settimeout(0.2)
        one.connect(address)
        one.send(b"hello")


def matmul(a, b):
    home = "127.0.0.1"
    return expect_stopped(
        {
            "tcp": lambda: talk(socket.AF_INET, socket.SOCK_STREAM, (home, TCP)),
            "tcp 6": lambda: talk(socket.AF_INET6, socket.SOCK_STREAM, ("::1", TCP)),
            "udp": lambda: talk(socket.AF_INET, socket.SOCK_DGRAM, (home, UDP)),
            "unix": lambda: talk(socket.AF_UNIX, socket.SOCK_STREAM, UNIX),
            "abstract": lambda: talk(socket.AF_UNIX, socket.SOCK_STREAM, ABSTRACT),
            "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0),
            "raw": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0),
            "ping": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM, 1),
            "vsock": lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM),
            "mptcp": lambda: syscall("socket", 2, 1, 262),
            "algorithm": lambda: socket.socket(38, socket.SOCK_SEQPACKET),
            "pair": lambda: socket.socketpair(),
            "listen": lambda: socket.create_server(("", 0)),
            "name": lambda: socket.getaddrinfo("example.org", 80),
        }
    )
