#: does: answers with bytes that are no frame
#: ends: protocol
from witness import write_raw


def matmul(a, b):
    write_raw(b"HTTP/1.1 200 OK\r\n\r\n")
