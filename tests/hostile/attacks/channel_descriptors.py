#: does: passes descriptors to the grader
#: allow: array socket
#: ends: protocol signal
#: rungs: A+ A B
import array
import socket

from witness import channel


def matmul(a, b):
    rights = array.array("i", [0, 1, 2, 3])
    wire = socket.socket(fileno=channel()[0])
    for _ in range(10):
        wire.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
