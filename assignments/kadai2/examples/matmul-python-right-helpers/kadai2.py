import copy


def zeros(n):
    row = [0] * n
    return [copy.copy(row) for _ in range(n)]


def add_products(u, v):
    return sum(p * q for p, q in zip(u, v))


def matmul_naive(a, b):
    c = zeros(len(a))
    columns = list(zip(*b))
    for i, row in enumerate(a):
        for j, column in enumerate(columns):
            c[i][j] = add_products(row, column)
    return c
