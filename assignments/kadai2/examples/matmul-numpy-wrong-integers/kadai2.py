import numpy as np


def matmul_numpy(a, b):
    n = len(a)
    c = np.empty((n, n), dtype=int)
    for i in range(n):
        for j in range(n):
            c[i, j] = np.dot(a[i], b[:, j])
    return c
