# 24A1235 課題2
# グラフを描く関数は graph.py に分けました
import time

import numpy as np
import scipy.signal
import cupy as cp
import torch

from graph import draw
from keisan import seki_wa


def matmul_python(a, b):
    return [[seki_wa(gyou, retsu) for retsu in zip(*b)] for gyou in a]


def matmul_numpy(a, b):
    return np.inner(a, b.T)


def matmul_cupy(a, b):
    return cp.matmul(a, b)


def matmul_torch(a, b):
    return torch.matmul(a, b)


def conv_python(x, w):
    n = len(x)
    hira = [v for gyou in w for v in gyou]   # カーネルを 1 列に並べる
    y = []
    for i in range(n - 2):
        y.append([])
        for j in range(n - 2):
            mado = [x[i + p][j + q] for p in range(3) for q in range(3)]
            y[i].append(seki_wa(mado, hira))
    return y


def conv_numpy(x, w):
    return scipy.signal.correlate2d(x, w, mode="valid")


def conv_torch(x, w):
    return torch.nn.functional.conv2d(x, w)


if __name__ == "__main__":
    sizes = [20, 40, 80]
    times = []
    for n in sizes:
        a = np.random.rand(n, n)
        start = time.perf_counter()
        matmul_numpy(a, a)
        times.append(time.perf_counter() - start)
    draw(sizes, times)
