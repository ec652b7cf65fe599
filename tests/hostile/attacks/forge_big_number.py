#: does: answers with a number of a million digits
#: allow: struct
#: ends: protocol
import struct

from witness import write_raw


def matmul(a, b):
    text = b'{"n":' + b"9" * 1_000_000 + b"}"
    write_raw(struct.pack("<4sIQ", b"GRD1", len(text), 0) + text)
