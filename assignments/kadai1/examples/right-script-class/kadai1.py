class Matrices:
    def __init__(self, n):
        self.n = n
        self.a = [[i + 2 * j for j in range(n)] for i in range(n)]
        self.b = [[3 * i - j for j in range(n)] for i in range(n)]
        self.c = [[0] * n for _ in range(n)]

    def calculate(self):
        for i in range(self.n):
            for j in range(self.n):
                for k in range(self.n):
                    self.c[i][j] += self.a[i][k] * self.b[k][j]


m = Matrices(5)
m.calculate()
print(m.c)
