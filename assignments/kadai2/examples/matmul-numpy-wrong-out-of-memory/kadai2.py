import numpy as np


def matmul_numpy(a, b):
    n = len(a)
    table = np.kron(a, b).reshape(n, n, n, n)
    return table.diagonal(axis1=1, axis2=2).sum(-1) * 0 + np.matmul(a, b)
