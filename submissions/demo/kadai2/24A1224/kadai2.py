# 課題2 24A1224
import time
import numpy as np
import scipy.signal
import cupy as cp
import torch
import torch.nn.functional as F


def matmul_python(a, b):
    n = len(a)
    c = []
    for i in range(n):
        c.append([])
        for j in range(n):
            s = 0
            for k in range(n):
                s += a[i][k] * b[k][j]
            c[i].append(s)
    return c


def matmul_numpy(a, b):
    return a.dot(b)


def matmul_cupy(a, b):
    return a.dot(b)


def matmul_torch(a, b):
    return a.matmul(b)


def conv_python(x, w):
    n = len(x)
    y = []
    for i in range(n - 2):
        gyou = []
        for j in range(n - 2):
            gyou.append(sum(x[i + p][j + q] * w[p][q] for p in range(3) for q in range(3)))
        y.append(gyou)
    return y


def conv_numpy(x, w):
    return scipy.signal.correlate2d(x, w, "valid")


# 画像は 2 次元なので 2 次元にしてから conv2d に入れる
# 家には PyTorch がないのでまだ動かしていません
def conv_torch(x, w):
    n = x.shape[-1]
    return F.conv2d(x.reshape(n, n), w.reshape(3, 3))


if __name__ == "__main__":
    for n in [10, 50, 100, 200]:
        a = np.random.rand(n, n)
        w = np.random.rand(3, 3)
        start = time.time()
        matmul_numpy(a, a)
        print(n, "行列積", time.time() - start)
        start = time.time()
        conv_numpy(a, w)
        print(n, "畳み込み", time.time() - start)
