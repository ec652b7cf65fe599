#: does: reads what the grader sends, to answer before the question is put
#: allow: os threading
#: ends: timeout protocol
import os
import threading

from witness import channel


def steal():
    while True:
        os.read(channel()[0], 1)


def matmul(a, b):
    for _ in range(4):
        threading.Thread(target=steal, daemon=True).start()
    while True:
        pass
