"""課題1: 行列積と実行時間 / Assignment 1: matrix product and execution time."""

import time

import matplotlib.pyplot as plt

# 測定するサイズ。まず小さいサイズで確かめてから増やしましょう。
# The sizes to measure. Begin with small ones, then add more.
SIZES = [16, 32, 64, 96, 128]


def matmul(a, b):
    """n×n 行列 a と b の積を、新しいリストのリストで返す。a と b は変えない。

    Return the product of the n×n matrices a and b as a new list of lists.
    Leave a and b as they are.
    """
    # ここを書きましょう。 / Write your program here.
    raise NotImplementedError


def sample_matrix(n, seed):
    """いろいろな値を並べた n×n 行列。 / An n×n matrix of mixed numbers."""
    return [[(seed * i + 3 * j) % 11 / 10 for j in range(n)] for i in range(n)]


def measure(n):
    """サイズ n の行列積 1 回の時間（秒）。 / Seconds of one product of size n."""
    a = sample_matrix(n, 5)  # データの準備は測る時間に入れない / not part of the time
    b = sample_matrix(n, 7)
    start = time.perf_counter()
    matmul(a, b)
    return time.perf_counter() - start


if __name__ == "__main__":
    # まず答えを確かめる / First see whether it is right: [[19, 22], [43, 50]]
    print(matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]]))

    seconds = [measure(n) for n in SIZES]
    for n, second in zip(SIZES, seconds):
        print(n, second)

    plt.plot(SIZES, seconds, marker="o")
    plt.xlabel("size n")
    plt.ylabel("time [s]")
    plt.xscale("log")
    plt.yscale("log")
    plt.savefig("kadai1.png")
    plt.show()
