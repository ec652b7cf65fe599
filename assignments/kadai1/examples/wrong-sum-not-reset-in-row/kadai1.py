def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        s = 0
        for j in range(n):
            for k in range(n):
                s += a[i][k] * b[k][j]
            c[i][j] = s
    return c
