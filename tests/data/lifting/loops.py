#: matmul python  課題1のいちばん普通の形
# 課題1 行列積
import time
import random
n = 100
x = [[random.random() for j in range(n)] for i in range(n)]
y = [[random.random() for j in range(n)] for i in range(n)]
z = [[0 for j in range(n)] for i in range(n)]
start = time.time()
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
print(time.time() - start, "秒")
#: matmul python  literal matrices and a literal zero table
A = [[12, 7, 3], [4, 5, 6], [7, 8, 9]]
B = [[5, 8, 1], [6, 7, 3], [4, 5, 9]]
result = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
for i in range(len(A)):
    for j in range(len(B[0])):
        for k in range(len(B)):
            result[i][j] += A[i][k] * B[k][j]
for r in result:
    print(r)
#: matmul python  literal sizes in the loops
a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
b = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
c = [[0] * 3 for _ in range(3)]
for i in range(3):
    for j in range(3):
        s = 0
        for k in range(3):
            s = s + a[i][k] * b[k][j]
        c[i][j] = s
#: matmul python  input() と累積変数
n = int(input("サイズ: "))
import random
a = []
b = []
for i in range(n):
    row_a = []
    row_b = []
    for j in range(n):
        row_a.append(random.randint(0, 9))
        row_b.append(random.randint(0, 9))
    a.append(row_a)
    b.append(row_b)
c = []
for i in range(n):
    row = []
    for j in range(n):
        total = 0
        for k in range(n):
            total += a[i][k] * b[k][j]
        row.append(total)
    c.append(row)
print(c)
#: matmul python  while だけ
import random
N = 32
p = [[random.random() for _ in range(N)] for _ in range(N)]
q = [[random.random() for _ in range(N)] for _ in range(N)]
r = [[0.0] * N for _ in range(N)]
i = 0
while i < N:
    j = 0
    while j < N:
        k = 0
        while k < N:
            r[i][j] = r[i][j] + p[i][k] * q[k][j]
            k += 1
        j += 1
    i += 1
#: matmul python  sizes in a sweep with a graph
import time, random
import matplotlib.pyplot as plt
sizes = [16, 32, 64]
times = []
for n in sizes:
    x = [[random.random() for _ in range(n)] for _ in range(n)]
    y = [[random.random() for _ in range(n)] for _ in range(n)]
    z = [[0] * n for _ in range(n)]
    t0 = time.perf_counter()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    t1 = time.perf_counter()
    times.append(t1 - t0)
plt.plot(sizes, times)
plt.show()
#: matmul python  sweep by a while loop, ikj
import time, random
n = 8
while n <= 64:
    A = [[random.random() for _ in range(n)] for _ in range(n)]
    B = [[random.random() for _ in range(n)] for _ in range(n)]
    C = [[0 for _ in range(n)] for _ in range(n)]
    s = time.time()
    for i in range(n):
        for k in range(n):
            t = A[i][k]
            for j in range(n):
                C[i][j] += t * B[k][j]
    print(n, time.time() - s)
    n *= 2
#: matmul python  main guard
import random
if __name__ == "__main__":
    n = 10
    x = [[random.random() for _ in range(n)] for _ in range(n)]
    y = [[random.random() for _ in range(n)] for _ in range(n)]
    z = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    print(z[0][0])
#: matmul python  main() without parameters
import random
def main():
    n = 10
    x = [[random.random() for _ in range(n)] for _ in range(n)]
    y = [[random.random() for _ in range(n)] for _ in range(n)]
    z = []
    for row in x:
        new = []
        for col in zip(*y):
            s = 0
            for a, b in zip(row, col):
                s += a * b
            new.append(s)
        z.append(new)
    print(z)
main()
#: matmul python  a function of the size
import random, time
def measure(n):
    a = [[random.random() for _ in range(n)] for _ in range(n)]
    b = [[random.random() for _ in range(n)] for _ in range(n)]
    c = [[0.0 for _ in range(n)] for _ in range(n)]
    start = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return time.time() - start
for n in (10, 20, 40):
    print(n, measure(n))
#: matmul python  a function that works on globals
import random
n = 30
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
def gyoretsuseki():
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
gyoretsuseki()
print(z)
#: matmul python  globals, with the size as a parameter and the function first
import random
def mul(n):
    global c
    c = [[0] * n for _ in range(n)]
    for i in range(len(a)):
        for j in range(len(a)):
            for k in range(len(a)):
                c[i][j] += a[i][k] * b[k][j]
n = 20
a = [[random.random() for _ in range(n)] for _ in range(n)]
b = [[random.random() for _ in range(n)] for _ in range(n)]
mul(n)
#: matmul python  内包表記ひとつ
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[sum(x[i][k] * y[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
#: matmul python  comprehension with zip
x = [[1, 2], [3, 4]]
y = [[5, 6], [7, 8]]
z = [[sum(a * b for a, b in zip(row, col)) for col in zip(*y)] for row in x]
print(z)
#: matmul python  C のように書いて、まとめて初期化
import random
n = 50
a = [[0] * n for i in range(n)]
b = [[0] * n for i in range(n)]
c = [[0] * n for i in range(n)]
for i in range(n):
    for j in range(n):
        a[i][j] = random.random()
        b[i][j] = random.random()
        c[i][j] = 0
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
#: matmul python  append してから c[i][j] に足す
import random
N = 12
a, b, c = [], [], []
for i in range(N):
    a.append([])
    b.append([])
    c.append([])
    for j in range(N):
        a[i].append(random.random())
        b[i].append(random.random())
        c[i].append(0)
for i in range(N):
    for j in range(N):
        for k in range(N):
            c[i][j] += a[i][k] * b[k][j]
#: matmul python  a helper makes the matrices
import random
def make(n):
    return [[random.uniform(-1, 1) for _ in range(n)] for _ in range(n)]
def zeros(n):
    return [[0.0] * n for _ in range(n)]
size = 40
left = make(size)
right = make(size)
out = zeros(size)
for i in range(size):
    for j in range(size):
        for k in range(size):
            out[i][j] += left[i][k] * right[k][j]
#: matmul python  a helper makes them with a loop, two at a time
import random
def rand_matrix(rows, cols):
    m = []
    for i in range(rows):
        m.append([random.random() for _ in range(cols)])
    return m
n = 16
x, y = rand_matrix(n, n), rand_matrix(n, n)
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  転置してから
import random
n = 10
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
yt = list(zip(*y))
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        z[i][j] = sum(a * b for a, b in zip(x[i], yt[j]))
#: matmul python  transposed by loops
import random
n = 10
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
t = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        t[j][i] = y[i][j]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * t[j][k]
#: matmul python  rows are copied out, progress is printed
import random, time
n = 20
A = [[random.random() for _ in range(n)] for _ in range(n)]
B = [[random.random() for _ in range(n)] for _ in range(n)]
C = []
t = time.time()
for i in range(n):
    if i % 10 == 0:
        print(i, "行目", time.time() - t)
    row = A[i]
    line = [0] * n
    for j in range(n):
        col = [B[k][j] for k in range(n)]
        for k in range(n):
            line[j] += row[k] * col[k]
    C.append(line)
#: matmul python  enumerate
X = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
Y = [[1, 0, 2], [0, 1, 1], [3, 1, 0]]
Z = [[0] * len(Y[0]) for _ in range(len(X))]
for i, row in enumerate(X):
    for j in range(len(Y[0])):
        for k, value in enumerate(row):
            Z[i][j] += value * Y[k][j]
#: matmul python  rectangular, three names
import random
n, m, l = 3, 4, 5
a = [[random.random() for _ in range(m)] for _ in range(n)]
b = [[random.random() for _ in range(l)] for _ in range(m)]
c = [[0] * l for _ in range(n)]
for i in range(n):
    for j in range(l):
        for k in range(m):
            c[i][j] += a[i][k] * b[k][j]
#: matmul python  map and a column by a comprehension
a = [[1, 2], [3, 4]]
b = [[5, 6], [7, 8]]
c = []
for i in range(2):
    c.append([])
    for j in range(2):
        c[i].append(sum(map(lambda p, q: p * q, a[i], [r[j] for r in b])))
#: matmul python  the same nest twice, for a check and for the time
import random
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
print(z)
n = 100
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  repeated and started anew each time
import random, time
n = 64
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
for rep in range(5):
    z = [[0] * n for _ in range(n)]
    t = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    print(rep, time.time() - t)
#: matmul python  z is set to 0 inside
import random
n = 9
x = [[random.randint(1, 5) for _ in range(n)] for _ in range(n)]
y = [[random.randint(1, 5) for _ in range(n)] for _ in range(n)]
z = [[None] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        z[i][j] = 0
        for k in range(n):
            z[i][j] += y[k][j] * x[i][k]
#: matmul python  lists made by NumPy
import numpy as np
n = 30
x = np.random.rand(n, n).tolist()
y = np.random.rand(n, n).tolist()
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  written to a file, inside with
import random, time
with open("result.csv", "w") as f:
    for n in range(10, 50, 10):
        x = [[random.random()] * n for _ in range(n)]
        y = [[random.random()] * n for _ in range(n)]
        z = [[0] * n for _ in range(n)]
        t = time.time()
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    z[i][j] += x[i][k] * y[k][j]
        f.write(f"{n},{time.time() - t}\n")
#: matmul python  y is made of x
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[row[j] for row in x] for j in range(n)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  a helper turns it round and shows it
import random
def transpose(m):
    return [[row[i] for row in m] for i in range(len(m[0]))]
def show(m):
    for row in m:
        print(row)
n = 4
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
show(x)
show(y)
yt = transpose(y)
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * yt[j][k]
show(z)
#: matmul python  matrices that are typed in
n = int(input())
a = [list(map(int, input().split())) for _ in range(n)]
b = [list(map(int, input().split())) for _ in range(n)]
c = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
for r in c:
    print(*r)
#: matmul python  準備の関数と計算の関数、どちらもグローバル変数
import random
n = 5
def junbi():
    global x, y, z
    x = [[random.random() for _ in range(n)] for _ in range(n)]
    y = [[random.random() for _ in range(n)] for _ in range(n)]
    z = [[0] * n for _ in range(n)]
def keisan():
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
junbi()
keisan()
#: matmul python  counters set together, read again in each loop
import random
n = 4
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0 for _ in range(n)] for _ in range(n)]
i = j = k = 0
while i < n:
    j = 0
    while j < n:
        k = 0
        while k < n:
            z[i][j] += x[i][k] * y[k][j]
            k = k + 1
        j = j + 1
    i = i + 1
#: matmul python  the sweep's variable is the loop's too
import random, time
ts = []
for i in range(1, 5):
    n = i * 10
    x = [[random.random() for _ in range(n)] for _ in range(n)]
    y = [[random.random() for _ in range(n)] for _ in range(n)]
    z = [[0] * n for _ in range(n)]
    t = time.time()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    ts.append(time.time() - t)
#: matmul python  columns by enumerate
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 0, 2], [0, 1, 1], [3, 1, 0]]
z = [[0] * 3 for _ in range(3)]
for i, row in enumerate(x):
    for j, col in enumerate(zip(*y)):
        z[i][j] = sum(p * q for p, q in zip(row, col))
