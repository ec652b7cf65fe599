#: does: closes its channel and goes on
#: allow: os time
#: ends: protocol
#: ends C: timeout protocol
import os
import time

from witness import channel


def matmul(a, b):
    for descriptor in channel():
        os.close(descriptor)
    time.sleep(600)
