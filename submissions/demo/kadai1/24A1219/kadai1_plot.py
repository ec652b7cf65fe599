import time
import matplotlib.pyplot as plt

plt.rcParams["font.family"] = "MS Gothic"  # 日本語が□になるので

sizes = range(10, 101, 10)
times = []

for N in sizes:
    mat1 = [[i + 2 * j + 1 for j in range(N)] for i in range(N)]
    mat2 = [[3 * i - j for j in range(N)] for i in range(N)]

    t = time.time()
    # 内包表記で積を計算
    mat3 = [[sum(mat1[i][k] * mat2[k][j] for k in range(N)) for j in range(N)] for i in range(N)]
    times.append(time.time() - t)

plt.figure(figsize=(6, 4))
plt.plot(list(sizes), times, "o-", label="行列積")
plt.xlabel("行列のサイズ N")
plt.ylabel("実行時間 [秒]")
plt.title("行列積の実行時間")
plt.legend()
plt.grid()
plt.savefig("graph.png")
plt.show()
