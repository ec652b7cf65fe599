#: does: hangs in the garbage collector, wherever it next runs
#: allow: gc
#: ends: timeout
#: whole: timeout
import gc


def hang(phase, details):
    while True:
        pass


gc.callbacks.append(hang)
gc.collect()


def matmul(a, b):
    while True:
        pass
