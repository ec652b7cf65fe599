#: matmul python  added three times over
import random
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = [[0] * n for _ in range(n)]
for rep in range(3):
    for i in range(n):
        for j in range(n):
            for k in range(n):
                C[i][j] += A[i][k] * B[k][j]
#: matmul python  one by one index from 1
import random
n = 6
A = [[0] * (n + 1) for _ in range(n + 1)]
B = [[0] * (n + 1) for _ in range(n + 1)]
C = [[0] * (n + 1) for _ in range(n + 1)]
for i in range(1, n + 1):
    for j in range(1, n + 1):
        A[i][j] = random.random()
        B[i][j] = random.random()
for i in range(1, n + 1):
    for j in range(1, n + 1):
        for k in range(1, n + 1):
            C[i][j] += A[i][k] * B[k][j]
#: matmul python  elementwise
import random
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        C[i][j] = A[i][j] * B[i][j]
#: matmul python  transposed in place and used by rows
import random
n = 8
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
y = [list(r) for r in zip(*y)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[j][k]
