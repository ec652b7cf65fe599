def matmul(a, b):
    n = len(a)
    c = [[0] * n]
    for i in range(n):
        c.append([sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)])
    return c
