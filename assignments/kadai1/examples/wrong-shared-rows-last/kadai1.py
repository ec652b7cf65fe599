def matmul(a, b):
    n = len(a)
    c = [[0] * n] * n
    for i in range(n):
        for j in range(n):
            s = 0
            for k in range(n):
                s += a[i][k] * b[k][j]
            c[i][j] = s
    return c
