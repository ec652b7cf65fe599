#: does: stops itself
#: allow: os signal
#: ends: timeout
import os
import signal


def matmul(a, b):
    os.kill(os.getpid(), signal.SIGSTOP)
