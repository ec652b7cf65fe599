#: matmul python  b transposed
import random
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            C[i][j] += A[i][k] * B[j][k]
#: matmul python  last term in main
import random
def main():
    n = 8
    A = [[random.random() for _ in range(n)] for _ in range(n)]
    B = [[random.random() for _ in range(n)] for _ in range(n)]
    C = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                C[i][j] = A[i][k] * B[k][j]
    print(C)
main()
#: matmul python  sum not reset
import random
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = []
s = 0
for i in range(n):
    row = []
    for j in range(n):
        for k in range(n):
            s += A[i][k] * B[k][j]
        row.append(s)
    C.append(row)
#: matmul python  literal last term
a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
b = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
c = [[0] * 3 for _ in range(3)]
for i in range(3):
    for j in range(3):
        for k in range(3):
            c[i][j] = a[i][k] * b[k][j]
#: matmul python  range short by one
import random
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n - 1):
            C[i][j] += A[i][k] * B[k][j]
#: convolution python  flipped
import random
n = 12
img = [[random.random() for _ in range(n)] for _ in range(n)]
k = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
out = [[0] * (n - 2) for _ in range(n - 2)]
for y in range(n - 2):
    for x in range(n - 2):
        for a in range(3):
            for b in range(3):
                out[y][x] += img[y + a][x + b] * k[2 - a][2 - b]
