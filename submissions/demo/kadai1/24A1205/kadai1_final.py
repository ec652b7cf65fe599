# 課題1
# 24A1205
import time


# n 次正方行列どうしの積
# a, b : 行列   n : 大きさ
def gyouretsu_no_seki(a, b, n):
    c = []
    for i in range(n):
        c.append([0] * n)
    for i in range(n):
        for k in range(n):
            for j in range(n):
                c[i][j] = c[i][j] + a[i][k] * b[k][j]
    return c


def hyouji(m):
    for gyou in m:
        print(gyou)


if __name__ == "__main__":
    a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    b = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
    start = time.time()
    c = gyouretsu_no_seki(a, b, 3)
    print("時間", time.time() - start)
    hyouji(c)
