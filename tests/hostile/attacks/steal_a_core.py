#: does: leaves a core file with the memory of the process
#: allow: os signal
#: ends: signal
import os
import signal


def matmul(a, b):
    os.kill(os.getpid(), signal.SIGSEGV)
    os.abort()
