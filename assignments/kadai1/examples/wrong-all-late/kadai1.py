def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(1, n):
        for j in range(1, n):
            for k in range(1, n):
                c[i][j] += a[i][k] * b[k][j]
    return c
