def matmul(a, b):
    n = len(a)
    c = []
    row = []
    for i in range(n):
        for j in range(n):
            row.append(sum(a[i][k] * b[k][j] for k in range(n)))
        c.append(row)
    return c
