# 24A1212 課題1
import time
import numpy as np
import matplotlib.pyplot as plt


def matmul(a, b):
    a = np.array(a)
    b = np.array(b)
    return np.matmul(a, b)


sizes = [10, 50, 100]
times = []
for n in sizes:
    a = np.random.rand(n, n)
    b = np.random.rand(n, n)
    start = time.time()
    matmul(a, b)
    times.append(time.time() - start)
plt.plot(sizes, times)
plt.show()
