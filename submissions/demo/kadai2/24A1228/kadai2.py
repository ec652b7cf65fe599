# 学籍番号 24A1228
# 課題2
import time
import numpy as np
import cupy
import torch
import torch.nn.functional as F
import scipy.signal as signal


# 0 で埋めた n×n 行列を作る
def zero(n):
    return np.zeros((n, n)).tolist()


def matmul_python(a, b):
    n = len(a)
    c = zero(n)
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


def matmul_numpy(a, b):
    return np.einsum("ik,kj->ij", a, b)


def matmul_cupy(a, b):
    return cupy.einsum("ik,kj->ij", a, b)


def matmul_torch(a, b):
    return torch.einsum("ik,kj->ij", a, b)


def conv_python(x, w):
    n = len(x) - 2
    y = []
    for i in range(n):
        gyou = []
        for j in range(n):
            s = 0
            for p in range(3):
                for q in range(3):
                    s = s + x[i + p][j + q] * w[p][q]
            gyou.append(s)
        y.append(gyou)
    return y


def conv_numpy(x, w):
    return signal.correlate(x, w, mode="valid")


def conv_torch(x, w):
    return torch.conv2d(x, w)


if __name__ == "__main__":
    n = 100
    a = np.random.rand(n, n)
    start = time.perf_counter()
    matmul_python(a.tolist(), a.tolist())
    print("Python:", time.perf_counter() - start)
    start = time.perf_counter()
    matmul_numpy(a, a)
    print("NumPy:", time.perf_counter() - start)
