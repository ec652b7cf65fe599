# 24A1204
# クラスの練習もかねて書きました
import time

from matplotlib import pyplot as plt


class Gyouretsu:
    """行列の計算をするクラス"""

    def kakezan(self, a, b):
        n = len(a)
        kotae = []
        for i in range(n):
            kotae.append([])
            for j in range(n):
                wa = 0
                for k in range(n):
                    wa += a[i][k] * b[k][j]
                kotae[i].append(wa)
        return kotae


keisan = Gyouretsu()

# サイズを変えて時間をはかる
xs = []
ys = []
for n in range(10, 61, 10):
    a = [[1.5 * i + j for j in range(n)] for i in range(n)]
    b = [[i - 0.5 * j for j in range(n)] for i in range(n)]
    start = time.time()
    keisan.kakezan(a, b)
    end = time.time()
    xs.append(n)
    ys.append(end - start)
    print(n, "x", n, ":", end - start, "秒")

plt.scatter(xs, ys)
plt.plot(xs, ys)
plt.xlabel("n")
plt.ylabel("time (s)")
plt.show()
