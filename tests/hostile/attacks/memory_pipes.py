#: does: fills as many pipes as it can open
#: allow: fcntl os
#: ends: runtime-error
import fcntl
import os


def matmul(a, b):
    full = 0
    for _ in range(1000):
        _, sink = os.pipe2(os.O_NONBLOCK)
        try:
            fcntl.fcntl(sink, fcntl.F_SETPIPE_SZ, 2**20)
        except OSError:
            pass
        full += os.write(sink, bytes(2**20))
    return "BREACH: %d bytes" % full
