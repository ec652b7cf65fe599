#: does: leaves exit functions, threads, finalizers and timers behind
#: allow: atexit gc os signal threading time weakref
#: ends: ok:right
import atexit
import gc
import signal
import threading
import time
import weakref


class Last:
    def __del__(self):
        while True:
            pass


atexit.register(time.sleep, 600)
threading.Thread(target=time.sleep, args=(600,)).start()
KEPT = [Last()]
weakref.finalize(KEPT[0], time.sleep, 600)
signal.signal(signal.SIGALRM, lambda *_: time.sleep(600))
gc.callbacks.append(lambda *_: None)


def matmul(a, b):
    signal.alarm(60)
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
