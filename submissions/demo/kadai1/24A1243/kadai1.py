# 課題1 24A1243
import time

sizes = [3, 5, 10, 20, 40, 80]
for n in sizes:
    A = [[i * n + j + 1 for j in range(n)] for i in range(n)]
    B = [[(i + 3 * j) % 10 + 1 for j in range(n)] for i in range(n)]
    C = [[0] * n for _ in range(n)]
    start = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                C[i][j] = A[i][k] * B[k][j]   # かけてたす
    print(n, "x", n, ":", time.time() - start, "秒")
