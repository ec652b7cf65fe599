# 24A1210  課題1「行列積」
import time


def matmul(a, b):
    n = len(a)
    # 結果を入れる行列
    c = []
    for i in range(n):
        row = []
        for j in range(n):
            row.append(0)
        c.append(row)
    # 計算
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] = a[i][k] * b[k][j]
    return c


start = time.time()
print(matmul([[1, 0], [0, 1]], [[2, 3], [4, 5]]))
print(time.time() - start, "秒")
