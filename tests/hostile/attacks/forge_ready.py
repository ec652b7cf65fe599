#: does: says once more that it is confined and ready
#: ends: protocol
from witness import write_frame


def matmul(a, b):
    write_frame({"ready": True}, b"")
    return None
