#: does: announces four exabytes
#: allow: struct
#: ends: protocol
import struct

from witness import write_raw


def matmul(a, b):
    write_raw(struct.pack("<4sIQ", b"GRD1", 2, 2**62) + b"{}")
