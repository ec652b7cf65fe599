#: does: ends the process during the call with an innocent exit code
#: allow: os
#: ends: signal
#: rungs: A+ A B C D
import os


def matmul(a, b):
    os._exit(0)
