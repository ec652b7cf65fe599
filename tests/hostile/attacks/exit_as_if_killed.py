#: does: ends with the code by which a container tells that its program was killed
#: allow: os
#: ends: signal
import os


def matmul(a, b):
    os._exit(137)
