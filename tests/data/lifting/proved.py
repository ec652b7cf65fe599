#: matmul python  literal 2 by 2 written out
a = [[1, 2], [3, 4]]
b = [[5, 6], [7, 8]]
c = [[0, 0], [0, 0]]
c[0][0] = a[0][0] * b[0][0] + a[0][1] * b[1][0]
c[0][1] = a[0][0] * b[0][1] + a[0][1] * b[1][1]
c[1][0] = a[1][0] * b[0][0] + a[1][1] * b[1][0]
c[1][1] = a[1][0] * b[0][1] + a[1][1] * b[1][1]
print(c)
#: matmul python  class without arguments
import random
class Matrix:
    def __init__(self):
        self.n = 10
        self.a = [[random.random() for _ in range(self.n)] for _ in range(self.n)]
        self.b = [[random.random() for _ in range(self.n)] for _ in range(self.n)]
        self.c = [[0] * self.n for _ in range(self.n)]
    def run(self):
        for i in range(self.n):
            for j in range(self.n):
                for k in range(self.n):
                    self.c[i][j] += self.a[i][k] * self.b[k][j]
m = Matrix()
m.run()
print(m.c)
