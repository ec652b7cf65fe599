# 24A1227 課題2
import numpy as np
import cupy as cp
import torch
from scipy import signal


def matmul_python(a, b):
    n = len(a)
    kotae = [[0 for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                kotae[i][j] += a[i][k] * b[k][j]
    return kotae


def matmul_numpy(a, b):
    return np.dot(a, b)


def matmul_cupy(a, b):
    return cp.dot(a, b)


# torch の使い方がよくわからなかったので NumPy に直して計算した
def matmul_torch(a, b):
    a = a.cpu().numpy()
    b = b.cpu().numpy()
    c = np.dot(a, b)
    return torch.from_numpy(c)


def conv_python(x, w):
    n = len(x) - 2
    y = [[0 for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for p in range(3):
                for q in range(3):
                    y[i][j] += x[i + p][j + q] * w[p][q]
    return y


def conv_numpy(x, w):
    return signal.correlate2d(x, w, mode="valid")


def conv_torch(x, w):
    x = x.cpu().numpy()[0, 0]
    w = w.cpu().numpy()[0, 0]
    return torch.tensor(signal.correlate2d(x, w, mode="valid"))
