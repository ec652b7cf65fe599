#: does: leaves a daemon behind: two forks and a session of its own
#: allow: os time
#: ends: runtime-error
import os
import time


def matmul(a, b):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    return "BREACH: a daemon"
