# 課題1 行列積 24A1216
import time

size_list = [10, 20, 40, 60, 80, 100]

for n in size_list:
    # 行列を作る
    x = [[(i * 2 + j * 3) % 7 + 1 for j in range(n)] for i in range(n)]
    y = [[(i * 5 - j) % 9 - 3 for j in range(n)] for i in range(n)]
    z = [[0] * n for i in range(n)]

    start = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    end = time.time()

    print("サイズ", n, "のとき", end - start, "秒")
