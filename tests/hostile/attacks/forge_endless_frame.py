#: does: sends more and more bytes on the channel
#: ends: protocol
from witness import write_raw


def matmul(a, b):
    while True:
        write_raw(b"GRD1" + bytes(65536))
