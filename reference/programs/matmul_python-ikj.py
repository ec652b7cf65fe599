"""Baseline: the matrix product with lists and the loops i-k-j, which run along rows of b and c."""


def matmul(a, b):
    """Returns the product of two matrices of n x n."""
    n, m, l = len(a), len(b[0]), len(b)
    c = [[0] * m for _ in range(n)]
    for i in range(n):
        for k in range(l):
            for j in range(m):
                c[i][j] += a[i][k] * b[k][j]
    return c
