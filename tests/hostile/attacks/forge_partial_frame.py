#: does: begins an answer and never ends it
#: allow: struct time
#: ends: timeout
import struct
import time

from witness import write_raw


def matmul(a, b):
    write_raw(struct.pack("<4sIQ", b"GRD1", 100, 0) + b"{")
    while True:
        time.sleep(0.05)
        write_raw(b" ")
