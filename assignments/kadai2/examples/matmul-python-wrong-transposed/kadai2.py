def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[j][i] += a[i][k] * b[k][j]
    return c
