#: does: kills itself
#: allow: os signal
#: ends: signal
import os
import signal


def matmul(a, b):
    os.kill(os.getpid(), signal.SIGKILL)
