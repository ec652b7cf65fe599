# 課題2 行列積と畳み込み  24A1221
import time

import matplotlib.pyplot as plt
import numpy as np
from scipy import signal
import torch
import torch.nn.functional as F

try:
    import cupy as cp
    import cupyx.scipy.signal
except ImportError:
    cp = None   # 自宅のパソコンには CuPy がない


# ---- 行列積 ----
def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for k in range(n):
            for j in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


def matmul_numpy(a, b):
    return np.dot(a, b)


def matmul_cupy(a, b):
    return cp.dot(a, b)


def matmul_torch(a, b):
    return torch.matmul(a, b)


# ---- 畳み込み (カーネルは裏返さない、はみ出すところは計算しない) ----
def conv_python(x, w):
    n = len(x)
    y = [[0] * (n - 2) for _ in range(n - 2)]
    for i in range(n - 2):
        for j in range(n - 2):
            s = 0
            for p in range(3):
                for q in range(3):
                    s += x[i + p][j + q] * w[p][q]
            y[i][j] = s
    return y


def conv_numpy(x, w):
    return signal.correlate2d(x, w, mode="valid")


def conv_cupy(x, w):
    return cupyx.scipy.signal.correlate2d(x, w, mode="valid")


def conv_torch(x, w):
    return F.conv2d(x, w)


def hakaru(f, x, y, wait=None):
    """1 回の時間 (秒)。GPU のときは終わるのを待つ関数 wait を渡す"""
    if wait:
        f(x, y)     # 1 回目は準備で遅いので捨てる
        wait()
    start = time.perf_counter()
    f(x, y)
    if wait:
        wait()
    return time.perf_counter() - start


if __name__ == "__main__":
    sizes = [16, 32, 64, 128, 256]
    times = {"Python": [], "NumPy": [], "CuPy": [], "PyTorch": []}
    for n in sizes:
        a, b = np.random.rand(n, n), np.random.rand(n, n)
        times["Python"].append(hakaru(matmul_python, a.tolist(), b.tolist()))
        times["NumPy"].append(hakaru(matmul_numpy, a, b))
        ac, bc = cp.asarray(a, dtype="float32"), cp.asarray(b, dtype="float32")
        times["CuPy"].append(hakaru(matmul_cupy, ac, bc, cp.cuda.Stream.null.synchronize))
        at = torch.tensor(a, dtype=torch.float32, device="cuda")
        bt = torch.tensor(b, dtype=torch.float32, device="cuda")
        times["PyTorch"].append(hakaru(matmul_torch, at, bt, torch.cuda.synchronize))
    for name, t in times.items():
        plt.plot(sizes, t, marker="o", label=name)
    plt.xscale("log")
    plt.yscale("log")
    plt.xlabel("行列のサイズ n")
    plt.ylabel("実行時間 [秒]")
    plt.legend()
    plt.grid(True)
    plt.savefig("matmul.png")
    plt.show()
