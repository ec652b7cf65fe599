#: matmul python  sizes asked, random, function main with everything
import random
import time

def main():
    n = int(input("行列のサイズを入力してください: "))
    A = [[random.random() for _ in range(n)] for _ in range(n)]
    B = [[random.random() for _ in range(n)] for _ in range(n)]
    C = [[0.0] * n for _ in range(n)]
    start = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                C[i][j] += A[i][k] * B[k][j]
    end = time.time()
    print("time:", end - start)

if __name__ == "__main__":
    main()
#: matmul python  nested function inside main
import random
def main():
    n = 20
    a = [[random.randint(0, 9) for _ in range(n)] for _ in range(n)]
    b = [[random.randint(0, 9) for _ in range(n)] for _ in range(n)]
    def seki():
        c = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    c[i][j] += a[i][k] * b[k][j]
        return c
    c = seki()
    print(c[0])
main()
#: matmul python  flattened lists, for loops
import random
n = 30
a = [random.random() for _ in range(n * n)]
b = [random.random() for _ in range(n * n)]
c = [0.0] * (n * n)
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i * n + j] += a[i * n + k] * b[k * n + j]
print(c[0])
#: matmul python  flattened lists with while
import random
n = 16
a = [random.random() for _ in range(n * n)]
b = [random.random() for _ in range(n * n)]
c = [0.0 for _ in range(n * n)]
i = 0
while i < n:
    j = 0
    while j < n:
        s = 0.0
        k = 0
        while k < n:
            s += a[i * n + k] * b[k * n + j]
            k += 1
        c[i * n + j] = s
        j += 1
    i += 1
#: matmul python  kij order
import random
N = 25
X = [[random.random() for _ in range(N)] for _ in range(N)]
Y = [[random.random() for _ in range(N)] for _ in range(N)]
Z = [[0] * N for _ in range(N)]
for k in range(N):
    for i in range(N):
        for j in range(N):
            Z[i][j] += X[i][k] * Y[k][j]
#: matmul python  jik order with accumulator
import random
size = 12
A = [[random.uniform(0, 1) for c in range(size)] for r in range(size)]
B = [[random.uniform(0, 1) for c in range(size)] for r in range(size)]
C = [[0 for c in range(size)] for r in range(size)]
for j in range(size):
    for i in range(size):
        acc = 0
        for k in range(size):
            acc += A[i][k] * B[k][j]
        C[i][j] = acc
print("C =", C)
#: matmul python  comprehension with zip in a sweep with plot
import time, random
import matplotlib.pyplot as plt
sizes = list(range(5, 60, 5))
times = []
for n in sizes:
    A = [[random.random() for _ in range(n)] for _ in range(n)]
    B = [[random.random() for _ in range(n)] for _ in range(n)]
    t0 = time.time()
    C = [[sum(a * b for a, b in zip(r, c)) for c in zip(*B)] for r in A]
    times.append(time.time() - t0)
plt.plot(sizes, times, marker="o")
plt.xlabel("n")
plt.ylabel("time [s]")
plt.savefig("graph.png")
#: matmul python  non-square literals
A = [[1, 2, 3], [4, 5, 6]]
B = [[7, 8], [9, 10], [11, 12]]
C = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(3):
            C[i][j] += A[i][k] * B[k][j]
print(C)
#: matmul python  non-square with names from len
A = [[1, 2, 3], [4, 5, 6]]
B = [[7, 8, 1, 0], [9, 10, 3, 2], [11, 12, 5, 4]]
rows = len(A)
inner = len(B)
cols = len(B[0])
C = []
for i in range(rows):
    C.append([])
    for j in range(cols):
        C[i].append(0)
        for k in range(inner):
            C[i][j] = C[i][j] + A[i][k] * B[k][j]
print(C)
#: matmul python  one matrix times itself
import random
n = 10
a = [[random.random() for _ in range(n)] for _ in range(n)]
c = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * a[k][j]
print(c[0][0])
#: matmul python  timing inside main with sizes and csv print
import time
import random
def main():
    for n in [10, 20, 30, 50]:
        x = [[random.random() for i in range(n)] for j in range(n)]
        y = [[random.random() for i in range(n)] for j in range(n)]
        z = [[0 for i in range(n)] for j in range(n)]
        s = time.perf_counter()
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    z[i][j] = z[i][j] + x[i][k] * y[k][j]
        e = time.perf_counter()
        print(f"{n},{e - s}")
main()
#: matmul python  big and slow
import random, time
n = 1000
a = [[random.random() for _ in range(n)] for _ in range(n)]
b = [[random.random() for _ in range(n)] for _ in range(n)]
c = [[0] * n for _ in range(n)]
st = time.time()
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
print(time.time() - st)
#: matmul python  steps counted and printed
import random
n = 6
a = [[random.randint(1, 9) for _ in range(n)] for _ in range(n)]
b = [[random.randint(1, 9) for _ in range(n)] for _ in range(n)]
c = [[0] * n for _ in range(n)]
count = 0
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
            count += 1
print("計算回数", count)
#: matmul python  product of two terms in a temporary
import random
n = 6
a = [[random.randint(1, 9) for _ in range(n)] for _ in range(n)]
b = [[random.randint(1, 9) for _ in range(n)] for _ in range(n)]
c = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        wa = 0
        for k in range(n):
            p = a[i][k]
            q = b[k][j]
            pq = p * q
            wa = wa + pq
        c[i][j] = wa
#: matmul python  global set-up function, work in another, returns nothing
import random
A = []
B = []
C = []
N = 15
def setup():
    global A, B, C
    A = [[random.random() for _ in range(N)] for _ in range(N)]
    B = [[random.random() for _ in range(N)] for _ in range(N)]
    C = [[0] * N for _ in range(N)]
def calc():
    for i in range(N):
        for j in range(N):
            for k in range(N):
                C[i][j] += A[i][k] * B[k][j]
setup()
calc()
#: matmul python  set-up appends to globals
import random
A = []
B = []
def setup(n):
    for i in range(n):
        A.append([random.random() for _ in range(n)])
        B.append([random.random() for _ in range(n)])
setup(7)
C = []
for row in A:
    line = []
    for j in range(len(B[0])):
        total = 0
        for k in range(len(row)):
            total += row[k] * B[k][j]
        line.append(total)
    C.append(line)
#: matmul python  repeated measurement with average
import random, time
n = 15
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
total = 0
for t in range(3):
    C = [[0] * n for _ in range(n)]
    start = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                C[i][j] += A[i][k] * B[k][j]
    total += time.time() - start
print(total / 3)
#: matmul python  exchanged before
import random
n = 8
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
x, y = y, x
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  sizes of two, asked, with rows typed in
n, m, p = map(int, input().split())
a = [list(map(int, input().split())) for _ in range(n)]
b = [list(map(int, input().split())) for _ in range(m)]
c = [[0] * p for _ in range(n)]
for i in range(n):
    for j in range(p):
        for k in range(m):
            c[i][j] += a[i][k] * b[k][j]
for row in c:
    print(*row)
#: matmul python  dictionary of times and helper make
import random, time
def make_matrix(n):
    m = []
    for i in range(n):
        m.append([])
        for j in range(n):
            m[i].append(random.random())
    return m
def measure(n):
    a = make_matrix(n)
    b = make_matrix(n)
    c = [[0] * n for _ in range(n)]
    t = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return time.time() - t
result = {}
for n in range(10, 60, 10):
    result[n] = measure(n)
print(result)
#: matmul python  column taken out
import random
n = 9
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = []
for i in range(n):
    C.append([])
    for j in range(n):
        col = [r[j] for r in B]
        C[i].append(sum([u * v for u, v in zip(A[i], col)]))
#: matmul python  result returned by a function without arguments
import random
n = 9
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
def multiply_all():
    R = []
    for i in range(n):
        R.append([sum(A[i][k] * B[k][j] for k in range(n)) for j in range(n)])
    return R
R = multiply_all()
print(R)
#: matmul python  progress and checks between
import random
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
if len(A[0]) != len(B):
    print("計算できません")
else:
    C = [[0] * len(B[0]) for _ in range(len(A))]
    for i in range(len(A)):
        for j in range(len(B[0])):
            for k in range(len(B)):
                C[i][j] += A[i][k] * B[k][j]
        print(i, "/", n)
    print(C)
#: matmul python  time kept for each row
import random, time
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = [[0] * n for _ in range(n)]
times = []
for i in range(n):
    t = time.time()
    for j in range(n):
        for k in range(n):
            C[i][j] += A[i][k] * B[k][j]
    times.append(time.time() - t)
print(sum(times))
#: matmul python  skips zeros
import random
n = 8
A = [[random.randint(0, 3) for _ in range(n)] for _ in range(n)]
B = [[random.randint(0, 3) for _ in range(n)] for _ in range(n)]
C = [[0] * n for _ in range(n)]
for i in range(n):
    for k in range(n):
        if A[i][k] == 0:
            continue
        for j in range(n):
            C[i][j] += A[i][k] * B[k][j]
#: matmul python  both products
import random
n = 8
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
AB = [[0] * n for _ in range(n)]
BA = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            AB[i][j] += A[i][k] * B[k][j]
            BA[i][j] += B[i][k] * A[k][j]
print(AB == BA)
#: matmul python  notebook cells
# %%
import random
import time
# %%
n = 50
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
# %%
z = []
for i in range(n):
    z.append([0] * n)
# %%
t = time.time()
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
print(time.time() - t)
#: matmul python  seeds and tuple unpack
from random import random, seed
from time import perf_counter as clock
seed(1)
n, t = 14, 0
A, B, C = [], [], []
for _ in range(n):
    A.append([random() for _ in range(n)])
    B.append([random() for _ in range(n)])
    C.append([0] * n)
t = clock()
for i in range(n):
    for j in range(n):
        for k in range(n):
            C[i][j] += A[i][k] * B[k][j]
t = clock() - t
print(t)
#: convolution python  main with four loops
import random
def main():
    n = 16
    image = [[random.random() for _ in range(n)] for _ in range(n)]
    kernel = [[1, 0, -1], [2, 0, -2], [1, 0, -1]]
    out = [[0] * (n - 2) for _ in range(n - 2)]
    for y in range(n - 2):
        for x in range(n - 2):
            for ky in range(3):
                for kx in range(3):
                    out[y][x] += image[y + ky][x + kx] * kernel[ky][kx]
    print(out[0])
main()
#: convolution python  literal image
img = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 1], [2, 3, 4, 5, 6], [7, 8, 9, 1, 2], [3, 4, 5, 6, 7]]
ker = [[1, 0, -1], [2, 0, -2], [1, 0, -1]]
res = []
for i in range(3):
    row = []
    for j in range(3):
        s = 0
        for m in range(3):
            for n in range(3):
                s += img[i + m][j + n] * ker[m][n]
        row.append(s)
    res.append(row)
print(res)
#: convolution python  centred
import random
H, W = 10, 12
img = [[random.randint(0, 255) for _ in range(W)] for _ in range(H)]
k = [[0, 1, 0], [1, -4, 1], [0, 1, 2]]
out = [[0] * (W - 2) for _ in range(H - 2)]
for y in range(1, H - 1):
    for x in range(1, W - 1):
        s = 0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                s += img[y + dy][x + dx] * k[dy + 1][dx + 1]
        out[y - 1][x - 1] = s
#: convolution numpy  four loops over arrays
import numpy as np
n = 16
x = np.random.rand(n, n)
w = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]])
out = np.zeros((n - 2, n - 2))
for i in range(n - 2):
    for j in range(n - 2):
        for p in range(3):
            for q in range(3):
                out[i, j] += x[i + p, j + q] * w[p, q]
#: convolution numpy  loops with double brackets in main
import numpy as np
def main():
    img = np.random.rand(20, 20)
    ker = np.random.rand(3, 3)
    h, w = img.shape
    kh, kw = ker.shape
    res = np.zeros((h - kh + 1, w - kw + 1))
    for i in range(h - kh + 1):
        for j in range(w - kw + 1):
            res[i][j] = (img[i:i + kh, j:j + kw] * ker).sum()
    print(res)
main()
#: matmul numpy  loops over arrays with double brackets
import numpy as np
n = 16
x = np.random.rand(n, n)
y = np.random.rand(n, n)
z = np.zeros((n, n))
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul numpy  squared
import numpy as np
import time
for n in (10, 100, 200):
    a = np.random.rand(n, n)
    t = time.time()
    b = np.dot(a, a)
    print(n, time.time() - t)
#: matmul numpy  in a function of the size, returns the time
import numpy as np
import time
def measure(n):
    a = np.random.rand(n, n)
    b = np.random.rand(n, n)
    start = time.time()
    c = np.dot(a, b)
    return time.time() - start
print([measure(n) for n in (10, 20, 30)])
#: matmul numpy  rectangular arrays by loops
import numpy as np
a = np.arange(12).reshape(3, 4)
b = np.arange(20).reshape(4, 5)
c = np.zeros((3, 5))
for i in range(a.shape[0]):
    for j in range(b.shape[1]):
        c[i, j] = np.dot(a[i, :], b[:, j])
print(c)
#: matmul python  zeros made under an if
a = [[1, 2], [3, 4]]
b = [[5, 6], [7, 8]]
if len(a[0]) == len(b):
    c = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(2):
            c[i][j] += a[i][k] * b[k][j]
print(c)
#: matmul python  zeros made under an if, of matrices of two shapes
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 1, 2, 3]]
if len(x[0]) == len(y):
    result = [[0] * 4 for _ in range(3)]
else:
    result = None
if result is not None:
    for i in range(3):
        for j in range(4):
            for k in range(3):
                result[i][j] += x[i][k] * y[k][j]
    for row in result:
        print(row)
