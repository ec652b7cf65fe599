import time

for n in [4, 8, 16, 32]:
    x = [[i - 2 * j for j in range(n)] for i in range(n)]
    y = [[3 * i + j for j in range(n)] for i in range(n)]
    z = [[0] * n for _ in range(n)]
    start = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] = x[i][k] * y[k][j]
    print(n, time.time() - start)
