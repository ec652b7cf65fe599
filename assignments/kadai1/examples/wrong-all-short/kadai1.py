def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n - 1):
        for j in range(n - 1):
            for k in range(n - 1):
                c[i][j] += a[i][k] * b[k][j]
    return c
