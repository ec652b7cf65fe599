def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            s = c[i][j]
            for k in range(n):
                s += a[i][k] * b[k][j]
    return c
