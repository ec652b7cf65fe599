# 24A1206 課題1
import time


def matmul(a, b):
    n = len(a)
    c = [[0] * n] * n   # n×n の 0 行列を作る
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


# 2×2 で確認したけど答えが合わない。なぜかどの行も同じになる…
print(matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]]))
