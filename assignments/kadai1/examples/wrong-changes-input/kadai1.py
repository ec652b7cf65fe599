def matmul(a, b):
    n = len(a)
    c = [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    a.reverse()
    return c
