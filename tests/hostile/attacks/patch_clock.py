#: does: lets no time pass
#: allow: time
#: ends: timeout
import time


def matmul(a, b):
    time.time = time.monotonic = time.perf_counter = time.process_time = lambda: 0.0
    while time.time() < 1:
        pass
