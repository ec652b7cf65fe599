def matmul(a, b):
    n = len(a)
    c = []
    for i in range(n):
        row = []
        for j in range(n):
            s = 1
            for k in range(n):
                s += a[i][k] * b[k][j]
            row.append(s)
        c.append(row)
    return c
