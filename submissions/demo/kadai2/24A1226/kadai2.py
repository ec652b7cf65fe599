# 課題2（行列積・畳み込み）  学籍番号 24A1226
import time

import cupy as cp
import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn.functional as F
from scipy.signal import correlate2d


def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for i in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


def matmul_numpy(a, b):
    return np.dot(a, b)


def matmul_cupy(a, b):
    return cp.dot(a, b)


def matmul_torch(a, b):
    return torch.mm(a, b)


def conv_python(x, w):
    n = len(x) - 2
    y = [[0] * n for i in range(n)]
    for i in range(n):
        for j in range(n):
            for p in range(3):
                for q in range(3):
                    y[i][j] += x[i + p][j + q] * w[p][q]
    return y


def conv_numpy(x, w):
    return correlate2d(x, w, mode="valid")


def conv_torch(x, w):
    return F.conv2d(x, w)


# GPU は 4096 でも 0.0001 秒しかかからない。とても速い！
sizes = [256, 512, 1024, 2048, 4096]
cupy_times = []
torch_times = []
for n in sizes:
    a = cp.random.rand(n, n, dtype=cp.float32)
    b = cp.random.rand(n, n, dtype=cp.float32)
    start = time.time()
    matmul_cupy(a, b)
    end = time.time()
    cupy_times.append(end - start)

    x = torch.rand(n, n, device="cuda")
    y = torch.rand(n, n, device="cuda")
    start = time.time()
    z = matmul_torch(x, y)
    end = time.time()
    torch_times.append(end - start)
    print(n, z[0][0])

plt.plot(sizes, cupy_times, label="CuPy")
plt.plot(sizes, torch_times, label="PyTorch")
plt.xlabel("n")
plt.ylabel("time [s]")
plt.legend()
plt.show()
