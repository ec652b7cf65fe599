#: does: aborts
#: allow: os
#: ends: signal
#: rungs: A+ A B C D
import os


def matmul(a, b):
    os.abort()
