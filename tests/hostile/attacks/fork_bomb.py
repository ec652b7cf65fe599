#: does: multiplies itself, a few hundred times if it may
#: allow: os
#: ends: runtime-error
import os


def matmul(a, b):
    children = 0
    for _ in range(200):
        if os.fork() == 0:
            os._exit(0)
        children += 1
    return "BREACH: %d children" % children
