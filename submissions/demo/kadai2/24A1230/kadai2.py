# 課題2 24A1230
import time

import numpy as np
from scipy import signal
import cupy as cp
import cupyx.scipy.signal as csignal
import torch
import torch.nn.functional as F
import matplotlib.pyplot as plt

# 授業のラプラシアンフィルタ
LAPLACIAN = [[0, 1, 0], [1, -4, 1], [0, 1, 0]]


def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for k in range(n):
            aik = a[i][k]
            for j in range(n):
                c[i][j] += aik * b[k][j]
    return c


def matmul_numpy(a, b):
    return a @ b


def matmul_cupy(a, b):
    return a @ b


def matmul_torch(a, b):
    return a @ b


def conv_python(x, w):
    n = len(x)
    y = [[0] * (n - 2) for _ in range(n - 2)]
    for i in range(n - 2):
        for j in range(n - 2):
            for p in range(3):
                for q in range(3):
                    y[i][j] += x[i + p][j + q] * w[p][q]
    return y


def conv_numpy(x, w):
    return signal.convolve2d(x, w, mode="valid")


def conv_cupy(x, w):
    return csignal.convolve2d(x, w, mode="valid")


def conv_torch(x, w):
    return F.conv2d(x, w)


if __name__ == "__main__":
    x = np.random.rand(8, 8)
    w = np.array(LAPLACIAN, dtype=float)
    # Python と NumPy の答えを比べる → True になったので正しい
    print(np.allclose(conv_python(x.tolist(), LAPLACIAN), conv_numpy(x, w)))

    sizes = [64, 128, 256, 512]
    t = []
    for n in sizes:
        x = np.random.rand(n, n)
        start = time.perf_counter()
        conv_numpy(x, w)
        t.append(time.perf_counter() - start)
    plt.plot(sizes, t)
    plt.show()
