# 課題2 (24A1231)
# 畳み込みも行列積で書けるので、大きな行列を作って 1 回の積で計算する
import numpy as np
import cupy as cp
import torch


def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


def matmul_numpy(a, b):
    return a @ b


def matmul_cupy(a, b):
    return a @ b


def matmul_torch(a, b):
    return a @ b


def conv_python(x, w):
    m = len(x) - 2
    y = [[0] * m for _ in range(m)]
    for i in range(m):
        for j in range(m):
            for p in range(3):
                for q in range(3):
                    y[i][j] += x[i + p][j + q] * w[p][q]
    return y


def conv_numpy(x, w):
    n = x.shape[0]
    m = n - 2
    # 1 行が出力の 1 画素、1 列が入力の 1 画素
    gyouretsu = np.full((m * m, n * n), 0.0)
    for i in range(m):
        for j in range(m):
            for p in range(3):
                for q in range(3):
                    gyouretsu[i * m + j, (i + p) * n + (j + q)] = w[p, q]
    return (gyouretsu @ x.reshape(n * n)).reshape(m, m)


def conv_torch(x, w):
    n = x.shape[-1]
    m = n - 2
    gyouretsu = torch.zeros(m * m, n * n, device=x.device)
    for i in range(m):
        for p in range(3):
            for q in range(3):
                for j in range(m):
                    gyouretsu[i * m + j, (i + p) * n + (j + q)] = w[0, 0, p, q]
    return (gyouretsu @ x.reshape(n * n)).reshape(1, 1, m, m)
