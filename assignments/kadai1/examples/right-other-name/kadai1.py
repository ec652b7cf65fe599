import time


def make(n):
    return [[i * n + j for j in range(n)] for i in range(n)]


def calc_seki(x, y, n):
    z = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    return z


start = time.time()
calc_seki(make(10), make(10), 10)
print(time.time() - start)
