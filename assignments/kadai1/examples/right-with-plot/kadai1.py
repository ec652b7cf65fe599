import time

import matplotlib.pyplot as plt


def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


sizes = [2, 4, 8, 16]
times = []
for n in sizes:
    a = [[1.0] * n for _ in range(n)]
    b = [[2.0] * n for _ in range(n)]
    start = time.perf_counter()
    matmul(a, b)
    times.append(time.perf_counter() - start)

plt.plot(sizes, times, marker="o")
plt.xlabel("n")
plt.ylabel("time [s]")
plt.show()
