import time


class Gyouretsu:
    """n×n の行列2つとその積"""

    def __init__(self, n):
        self.n = n
        self.a = [[(7 * i + 3 * j) % 10 for j in range(n)] for i in range(n)]
        self.b = [[(i - 2 * j) % 11 for j in range(n)] for i in range(n)]
        self.kotae = [[0] * n for _ in range(n)]

    def keisan(self):
        for i in range(self.n):
            for j in range(self.n):
                for k in range(self.n):
                    self.kotae[i][j] += self.a[i][k] * self.b[k][j]

    def jikan(self):
        t0 = time.perf_counter()
        self.keisan()
        return time.perf_counter() - t0


print("サイズ, 時間[s]")
for n in [16, 32, 48, 64, 80]:
    g = Gyouretsu(n)
    print(n, ",", g.jikan())
