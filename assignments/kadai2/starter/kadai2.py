"""課題2: 行列積と畳み込み / Assignment 2: matrix product and convolution.

Python、NumPy、CuPy、PyTorch で同じ計算をして、実行時間を比べる。
The same computation in Python, NumPy, CuPy and PyTorch, and how long each takes.
"""

import time

import matplotlib.pyplot as plt
import numpy as np
from scipy import signal

# CuPy や PyTorch がないパソコンでも、ほかの関数は試せるようにする。
# Without CuPy or PyTorch, the other functions can still be tried.
try:
    import cupy as cp
except ImportError:
    cp = None
try:
    import torch
except ImportError:
    torch = None

# 測定するサイズ。まず小さいサイズで確かめてから増やしましょう。
# The sizes to measure. Begin with small ones, then add more.
SIZES = [16, 32, 64, 128]


def matmul_python(a, b):
    """リストのリスト a と b の積を、新しいリストのリストで返す。 / The product, as lists."""
    # ここを書きましょう。 / Write your program here.
    raise NotImplementedError


def matmul_numpy(a, b):
    """numpy.ndarray a と b の積。 / The product of two numpy.ndarray."""
    raise NotImplementedError


def matmul_cupy(a, b):
    """cupy.ndarray a と b の積。 / The product of two cupy.ndarray."""
    raise NotImplementedError


def matmul_torch(a, b):
    """torch.Tensor a と b の積。 / The product of two torch.Tensor."""
    raise NotImplementedError


def conv_python(x, w):
    """リスト x (n×n) とカーネル w (3×3) の畳み込み。 / Convolution of lists: (n-2)×(n-2)."""
    raise NotImplementedError


def conv_numpy(x, w):
    """numpy.ndarray どうしの畳み込み。 / Convolution of numpy.ndarray."""
    raise NotImplementedError


def conv_torch(x, w):
    """x は (1, 1, n, n)、w は (1, 1, 3, 3)。 / Convolution of 4-D torch.Tensor."""
    raise NotImplementedError


def measure(function, a, b):
    """1 回の時間（秒）。 / Seconds of one call."""
    start = time.perf_counter()
    function(a, b)
    # GPU の計算は終わるのを待ってから時計を見る。ここを書き足しましょう。
    # On a GPU, wait for the computation to end before reading the clock. Add that here.
    return time.perf_counter() - start


if __name__ == "__main__":
    # まず答えを確かめる / First see whether it is right: [[19, 22], [43, 50]]
    print(matmul_python([[1, 2], [3, 4]], [[5, 6], [7, 8]]))

    seconds = []
    for n in SIZES:
        # データの準備は測る時間に入れない / making the data is not part of the time
        a = np.random.rand(n, n)
        b = np.random.rand(n, n)
        seconds.append(measure(matmul_numpy, a, b))

    plt.plot(SIZES, seconds, marker="o", label="NumPy")
    plt.xlabel("size n")
    plt.ylabel("time [s]")
    plt.xscale("log")
    plt.yscale("log")
    plt.legend()
    plt.savefig("kadai2.png")
    plt.show()
