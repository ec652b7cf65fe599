n = 2
x = [[1, 2], [3, 4]]
y = [[5, 6], [7, 8]]


def matmul():
    z = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    return z
