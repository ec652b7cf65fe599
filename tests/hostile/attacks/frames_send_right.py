#: does: sends its own right answer itself, and falls silent
#: allow: time
#: ends: ok:right
import time

from witness import forge_reply, matrix_reply


def matmul(a, b):
    n = len(a)
    forge_reply(
        *matrix_reply(
            [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)], a, b
        )
    )
    time.sleep(600)
