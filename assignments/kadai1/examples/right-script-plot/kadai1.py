import time

import matplotlib.pyplot as plt

sizes = [4, 8, 16, 32]
times = []
for n in sizes:
    a = [[i + 2 * j for j in range(n)] for i in range(n)]
    b = [[i - 3 * j for j in range(n)] for i in range(n)]
    start = time.perf_counter()
    c = [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    times.append(time.perf_counter() - start)

plt.plot(sizes, times, marker="o")
plt.xlabel("サイズ n")
plt.ylabel("時間 [s]")
plt.savefig("time.png")
plt.show()
