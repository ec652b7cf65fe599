# 24A1229
# GPU は半精度 (float16) が得意と聞いたので、速くするために変換した
import numpy as np
import cupy as cp
import torch
import torch.nn.functional as F
from scipy.signal import correlate2d


def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


def matmul_numpy(a, b):
    # float32 でじゅうぶん？
    return np.dot(a.astype(np.float32), b.astype(np.float32))


def matmul_cupy(a, b):
    return cp.dot(a.astype(cp.float16), b.astype(cp.float16))


def matmul_torch(a, b):
    return torch.matmul(a.half(), b.half())


def conv_python(x, w):
    n = len(x) - 2
    return [[sum(x[i + p][j + q] * w[p][q] for p in range(3) for q in range(3))
             for j in range(n)] for i in range(n)]


def conv_numpy(x, w):
    return correlate2d(x, w, mode="valid")


def conv_torch(x, w):
    return F.conv2d(x.bfloat16(), w.bfloat16())
