import time

import matplotlib.pyplot as plt
import numpy as np


def matmul_python(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


sizes = [2, 4, 8]
times = []
for n in sizes:
    a = np.random.rand(n, n).tolist()
    start = time.time()
    matmul_python(a, a)
    times.append(time.time() - start)
plt.plot(sizes, times)
plt.show()
