#: does: lets a thread send a second answer after the first
#: allow: threading time
#: ends: protocol ok:right
import threading
import time

from witness import forge_reply, matrix_reply, request


def late(nonce):
    time.sleep(0.01)
    forge_reply(*matrix_reply([[1]]), nonce=nonce)


def matmul(a, b):
    threading.Thread(target=late, args=(request()["nonce"],), daemon=True).start()
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
