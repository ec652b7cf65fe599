#: does: announces four gigabytes of JSON
#: allow: struct
#: ends: protocol
import struct

from witness import write_raw


def matmul(a, b):
    write_raw(struct.pack("<4sIQ", b"GRD1", 2**32 - 1, 0) + b"[" * 1000)
