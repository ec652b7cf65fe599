#: does: returns a result that a thread goes on changing
#: allow: threading
#: ends: ok:right ok:wrong ok:ragged ok:other runtime-error
import threading


def spoil(result):
    while True:
        result[0][0] = "x"
        result[0].append(1)
        result[0].pop()


def matmul(a, b):
    n = len(a)
    c = [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    threading.Thread(target=spoil, args=(c,), daemon=True).start()
    return c
