# 学籍番号：24A1233　課題2
import time
import numpy as np
import cupy as cp
import torch
import torch.nn.functional as F
from scipy.signal import correlate2d
import matplotlib.pyplot as plt


def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
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
    return torch.matmul(a, b)


def conv_python(x, w):
    n = len(x) - 2
    y = [[0] * n for _ in range(n)]
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


if __name__ == "__main__":
    sizes = [100, 200, 400, 800]
    cupy_time, torch_time = [], []
    for n in sizes:
        start = time.perf_counter()
        # 乱数の行列を作って GPU に送る
        a = cp.asarray(np.random.rand(n, n))
        b = cp.asarray(np.random.rand(n, n))
        matmul_cupy(a, b)
        cp.cuda.Stream.null.synchronize()
        cupy_time.append(time.perf_counter() - start)

        start = time.perf_counter()
        x = torch.from_numpy(np.random.rand(n, n)).to("cuda")
        y = torch.from_numpy(np.random.rand(n, n)).to("cuda")
        matmul_torch(x, y)
        torch.cuda.synchronize()
        torch_time.append(time.perf_counter() - start)
    plt.plot(sizes, cupy_time, "o-", label="CuPy")
    plt.plot(sizes, torch_time, "s-", label="PyTorch")
    plt.legend()
    plt.savefig("jikan.png")
