import numpy as np


def zeros(n):
    return np.zeros((n, n)).tolist()


def matmul_python(a, b):
    n = len(a)
    c = zeros(n)
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
