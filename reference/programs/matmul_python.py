"""Known answer: the matrix product with lists."""


def matmul(a, b):
    """Returns the product of two matrices of n x n."""
    n, m, l = len(a), len(b[0]), len(b)
    c = [[0] * m for _ in range(n)]
    for i in range(n):
        for j in range(m):
            for k in range(l):
                c[i][j] += a[i][k] * b[k][j]
    return c
