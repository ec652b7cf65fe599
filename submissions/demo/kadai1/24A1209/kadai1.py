# 学籍番号 24A1209
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n - 1):   # 0 から始まるので n-1 まで
                c[i][j] += a[i][k] * b[k][j]
    return c
