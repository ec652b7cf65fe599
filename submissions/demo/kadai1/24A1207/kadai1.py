# 課題1 行列のかけ算 (24A1207)


def matmul(a, b):
    n = len(a)
    c = [[0 for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(n):
            # 同じ場所どうしをかける
            c[i][j] = a[i][j] * b[i][j]
    return c
