# 24A1208
# 行列積 c = ab
import time
import matplotlib.pyplot as plt


def matmul(a, b):
    n = len(a)
    c = [[0] * n for i in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[j][i] += a[i][k] * b[k][j]
    return c


# 単位行列でためしたら合っていた
tani = [[1, 0], [0, 1]]
print(matmul(tani, tani))

size = [10, 20, 30, 40]
result = []
for s in size:
    a = [[1] * s for _ in range(s)]
    t = time.time()
    matmul(a, a)
    result.append(time.time() - t)
plt.plot(size, result)
plt.show()
