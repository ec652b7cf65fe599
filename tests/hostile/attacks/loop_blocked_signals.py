#: does: blocks every signal and sleeps
#: allow: signal time
#: ends: timeout
import signal
import time


def matmul(a, b):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(600)
