class MatrixCalculator:
    def __init__(self):
        self.count = 0

    def multiply(self, a, b):
        self.count += 1
        n = len(a)
        c = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    c[i][j] += a[i][k] * b[k][j]
        return c
