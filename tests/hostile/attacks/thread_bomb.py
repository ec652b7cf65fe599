#: does: starts threads with small stacks until it is stopped
#: allow: threading time
#: ends: memory runtime-error
import threading
import time


def matmul(a, b):
    threading.stack_size(32768)
    for _ in range(2000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return "BREACH: 2000 threads"
