results = {}


def matmul(a, b):
    n = len(a)
    if n not in results:
        results[n] = [[0] * n for _ in range(n)]
    c = results[n]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
