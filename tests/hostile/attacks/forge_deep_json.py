#: does: answers with JSON nested a million deep
#: allow: struct
#: ends: protocol
import struct

from witness import write_raw


def matmul(a, b):
    text = b"[" * 1_000_000
    write_raw(struct.pack("<4sIQ", b"GRD1", len(text), 0) + text)
