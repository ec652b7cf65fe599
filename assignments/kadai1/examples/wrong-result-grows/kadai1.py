result = []


def matmul(a, b):
    n = len(a)
    for i in range(n):
        result.append([sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)])
    return result
