#: does: burns the CPU with threads, to reach the CPU limit before the wall clock
#: allow: threading
#: ends: timeout
#: rungs: A+ A B C D
import threading


def burn():
    while True:
        pass


def matmul(a, b):
    for _ in range(4):
        threading.Thread(target=burn, daemon=True).start()
    burn()
