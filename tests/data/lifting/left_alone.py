#: matmul python  x times x reads one matrix only
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * x[k][j]
#: matmul python  y is x under another name
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = x
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  one list with two names
n = 3
x = y = [[1] * n for _ in range(n)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  z is x
import random
n = 3
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = x
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  in place
import random
n = 3
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            x[i][j] += x[i][k] * y[k][j]
#: matmul python  two results in one nest
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
w = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
            w[i][j] += y[i][k] * x[k][j]
#: matmul python  counts its steps in a list
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
steps = []
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
            steps.append(k)
#: matmul python  counts its steps
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
count = 0
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
            count += 1
#: matmul python  break
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            if x[i][k] == 0:
                break
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  try
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            try:
                z[i][j] += x[i][k] * y[k][j]
            except IndexError:
                pass
#: matmul python  random inside
import random
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j] * random.random()
#: matmul python  input inside
n = 2
x = [[1, 2], [3, 4]]
y = [[1, 2], [3, 4]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j] + int(input())
#: matmul python  the matrices are made inside
import random
n = 4
z = [[0] * n for _ in range(n)]
for i in range(n):
    x = [[random.random() for _ in range(n)] for _ in range(n)]
    y = [[random.random() for _ in range(n)] for _ in range(n)]
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  a corner of larger matrices
import random
N = 100
x = [[random.random() for _ in range(N)] for _ in range(N)]
y = [[random.random() for _ in range(N)] for _ in range(N)]
for n in [10, 20, 50]:
    z = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
#: matmul python  another size, changed in between
import random
n = 10
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
n = 5
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  element by element
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        z[i][j] = x[i][j] * y[i][j]
#: matmul python  repeated without a new start
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for rep in range(3):
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
#: matmul python  goes on working on the result
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += y[j][k] * x[k][i]
for i in range(n):
    for j in range(i):
        z[i][j], z[j][i] = z[j][i], z[i][j]
#: matmul python  a flat list
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = []
for i in range(n):
    for j in range(n):
        s = 0
        for k in range(n):
            s += x[i][k] * y[k][j]
        z.append(s)
#: matmul python  a flat comprehension
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [sum(x[i][k] * y[k][j] for k in range(n)) for i in range(n) for j in range(n)]
#: matmul python  flat matrices
import random
n = 3
x = [random.random() for _ in range(n * n)]
y = [random.random() for _ in range(n * n)]
z = [0] * (n * n)
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i * n + j] += x[i * n + k] * y[k * n + j]
#: matmul python  two different nests
n = 3
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
w = [[0] * n for _ in range(n)]
for i in range(n):
    for k in range(n):
        for j in range(n):
            w[i][j] += x[i][k] * y[k][j]
#: matmul python  a third matrix
import random
n = 3
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
c = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        z[i][j] = c[i][j]
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  matrices from elsewhere
from data import x, y
n = 3
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  of objects
class Matrix:
    pass
m = Matrix()
m.x = [[1, 2], [3, 4]]
m.y = [[1, 2], [3, 4]]
z = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(2):
            z[i][j] += m.x[i][k] * m.y[k][j]
#: matmul python  work of NumPy in the exercise without
import numpy as np
x = np.random.rand(5, 5)
y = np.random.rand(5, 5)
z = np.dot(x, y)
#: matmul python  a bound that is some number
import random
x = [[random.random() for _ in range(10)] for _ in range(10)]
y = [[random.random() for _ in range(10)] for _ in range(10)]
z = [[0] * 10 for _ in range(10)]
for i in range(10):
    for j in range(10):
        for k in range(9):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  a function of two matrices is the exercise's
def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
x = [[1, 2], [3, 4]]
y = [[1, 2], [3, 4]]
z = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(2):
            z[i][j] += x[i][k] * y[k][j]
#: convolution python  a number of places that is some number
x = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 1], [2, 3, 4, 5, 6], [7, 8, 9, 1, 2], [3, 4, 5, 6, 7]]
w = [[1, 0, -1], [2, 0, -2], [1, 0, -1]]
z = [[0] * 3 for _ in range(3)]
for i in range(3):
    for j in range(3):
        for k in range(3):
            for l in range(3):
                z[i][j] += x[i + k][j + l] * w[k][l]
#: convolution python  the same with names
n = 5
m = 3
out = 3
x = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 1], [2, 3, 4, 5, 6], [7, 8, 9, 1, 2], [3, 4, 5, 6, 7]]
w = [[1, 0, -1], [2, 0, -2], [1, 0, -1]]
z = [[0] * out for _ in range(out)]
for i in range(out):
    for j in range(out):
        for k in range(m):
            for l in range(m):
                z[i][j] += x[i + k][j + l] * w[k][l]
#: convolution python  scaled afterwards
import random
n = 8
x = [[random.random() for _ in range(n)] for _ in range(n)]
w = [[1] * 3 for _ in range(3)]
z = [[0] * (n - 2) for _ in range(n - 2)]
for i in range(n - 2):
    for j in range(n - 2):
        for k in range(3):
            for l in range(3):
                z[i][j] += x[i + k][j + l] * w[k][l]
for i in range(n - 2):
    for j in range(n - 2):
        z[i][j] /= 9
#: matmul numpy  element by element
import numpy as np
x = np.random.rand(5, 5)
y = np.random.rand(5, 5)
z = x * y
#: matmul numpy  more than the product
import numpy as np
x = np.random.rand(5, 5)
y = np.random.rand(5, 5)
z = np.linalg.inv(np.dot(x, y))
#: matmul numpy  work of torch
import torch
x = torch.rand(5, 5)
y = torch.rand(5, 5)
z = torch.matmul(x, y)
#: matmul python  turned round in place, and used by rows
import random
n = 3
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
y = [list(r) for r in zip(*y)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[j][k]
#: matmul python  swapped in place, and used by rows
import random
n = 3
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
for i in range(n):
    for j in range(i):
        y[i][j], y[j][i] = y[j][i], y[i][j]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[j][k]
#: matmul python  a function fills the result before
import random
n = 3
z = []
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
def init():
    for i in range(n):
        z.append([0] * n)
init()
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  a function that is called with two sizes
import random
def mul(n):
    z = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
    return z
n = 100
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
if mul(3):
    mul(n)
#: matmul python  a function in a function
import random
n = 5
def outer():
    n = 3
    x = [[random.random() for _ in range(n)] for _ in range(n)]
    y = [[random.random() for _ in range(n)] for _ in range(n)]
    z = [[0] * n for _ in range(n)]
    def inner():
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    z[i][j] += x[i][k] * y[k][j]
    inner()
outer()
#: matmul python  skips some in the filling of the result
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = []
for i in range(n):
    if i > 3:
        break
    z.append([0] * n)
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  another sum
from numpy import *
x = [[1, 2], [3, 4]]
y = [[1, 2], [3, 4]]
z = [[sum(x[i][k] * y[k][j] for k in range(2)) for j in range(2)] for i in range(2)]
#: matmul python  times kept inside the loops
import random, time
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
times = []
for i in range(n):
    t = time.time()
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
    times.append(time.time() - t)
#: matmul python  called twice, adding to the same result
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
def keisan():
    for i in range(n):
        for j in range(n):
            for k in range(n):
                z[i][j] += x[i][k] * y[k][j]
keisan()
keisan()
#: matmul numpy  a product that is one of several things done
import numpy as np
x = np.random.rand(5, 5)
y = np.random.rand(5, 5)
z = 2 * np.dot(x, y)
#: matmul python  of attributes of the class
class Solver:
    def __init__(self):
        self.x = [[1, 2], [3, 4]]
        self.y = [[1, 2], [3, 4]]
    def run(self):
        n = 2
        z = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    z[i][j] += self.x[i][k] * self.y[k][j]
        return z
Solver().run()
#: matmul python  exec
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
exec('n = 2')
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  another name of z
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
w = z
w[0][0] = 5
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  rows of z by a loop
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
for r in z:
    r[0] = 7
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  globals()
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
globals()['n'] = 2
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  rows of z by a comprehension
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
[r.append(0) for r in z]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  a lambda
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
f = lambda: z[0].append(1)
f()
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  x and y exchanged
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
x, y = y, x
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  n in a branch
import random
n = 5
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
if n > 3:
    n = 3
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
#: matmul python  a wrong product of matrices that fit in one order only
x = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
y = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 1, 2, 3]]
if len(x[0]) == len(y):
    result = [[0] * 4 for _ in range(3)]
for i in range(3):
    for j in range(4):
        for k in range(2):
            result[i][j] += x[i][k] * y[k][j]
print(result)
