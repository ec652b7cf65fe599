# 24A1223 課題2
# 数学の畳み込みの定義では、カーネルを上下左右に裏返す
import numpy as np
import cupy as cp
import torch
import torch.nn.functional as F


def matmul_python(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]


def matmul_numpy(a, b):
    return np.matmul(a, b)


def matmul_cupy(a, b):
    return cp.matmul(a, b)


def matmul_torch(a, b):
    return torch.matmul(a, b)


def conv_python(x, w):
    m = len(x) - 2
    y = [[0.0] * m for _ in range(m)]
    for i in range(m):
        for j in range(m):
            for p in range(3):
                for q in range(3):
                    y[i][j] += x[i + p][j + q] * w[2 - p][2 - q]
    return y


def conv_numpy(x, w):
    m = x.shape[0] - 2
    w = w[::-1, ::-1]   # 裏返す
    y = np.zeros((m, m))
    for i in range(m):
        for j in range(m):
            y[i, j] = np.sum(x[i:i + 3, j:j + 3] * w)
    return y


def conv_torch(x, w):
    return F.conv2d(x, torch.flip(w, dims=[2, 3]))


if __name__ == "__main__":
    x = np.arange(16.0).reshape(4, 4)
    w = np.arange(9.0).reshape(3, 3)
    print(conv_python(x.tolist(), w.tolist()))
    print(conv_numpy(x, w))   # 同じ値になった
