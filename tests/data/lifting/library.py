#: matmul numpy  np.dot
import numpy as np
n = 100
x = np.random.rand(n, n)
y = np.random.rand(n, n)
z = np.dot(x, y)
#: matmul numpy  @ in a sweep
import numpy as np
import time
for n in [64, 128, 256]:
    a = np.random.random((n, n))
    b = np.random.random((n, n))
    t = time.time()
    c = a @ b
    print(n, time.time() - t)
#: matmul numpy  thrown away
import numpy as np, time
a = np.random.randn(50, 50)
b = np.random.randn(50, 50)
t = time.time()
np.matmul(a, b)
print(time.time() - t)
#: matmul numpy  method of an array
import numpy
a = numpy.ones((5, 5)); b = numpy.eye(5)
c = a.dot(b)
#: matmul numpy  loops over arrays
import numpy as np
n = 32
x = np.random.rand(n, n)
y = np.random.rand(n, n)
z = np.zeros((n, n))
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i, j] += x[i, k] * y[k, j]
#: matmul numpy  rows by columns
import numpy as np
n = 32
x = np.random.rand(n, n)
y = np.random.rand(n, n)
z = np.zeros((n, n))
for i in range(n):
    for j in range(n):
        z[i, j] = np.sum(x[i, :] * y[:, j])
#: matmul numpy  of lists and arrays, the arrays' part
import numpy as np
import random
n = 20
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
xn = np.array(x)
yn = np.array(y)
zn = np.dot(xn, yn)
print(np.allclose(z, zn))
#: matmul python  of lists and arrays, the lists' part
import numpy as np
import random
n = 20
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
xn = np.array(x)
yn = np.array(y)
zn = np.dot(xn, yn)
print(np.allclose(z, zn))
#: matmul torch  torch.matmul
import torch
n = 64
x = torch.rand(n, n)
y = torch.rand(n, n)
z = torch.matmul(x, y)
#: matmul torch  on a device, with @
import torch
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
n = 64
x = torch.rand(n, n).to(device)
y = torch.rand(n, n).to(device)
z = x @ y
#: convolution numpy  scipy.signal
import numpy as np
from scipy import signal
x = np.random.rand(64, 64)
w = np.random.rand(3, 3)
z = signal.correlate2d(x, w, mode="valid")
#: convolution numpy  windows
import numpy as np
n = 64
x = np.random.rand(n, n)
w = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]])
m = n - 2
z = np.zeros((m, m))
for i in range(m):
    for j in range(m):
        z[i, j] = np.sum(x[i:i + 3, j:j + 3] * w)
#: convolution torch  conv2d
import torch
import torch.nn.functional as F
x = torch.rand(1, 1, 32, 32)
w = torch.rand(1, 1, 3, 3)
z = F.conv2d(x, w)
#: convolution python  四重ループ
import random
n = 16
x = [[random.random() for _ in range(n)] for _ in range(n)]
w = [[1, 0, -1], [2, 0, -2], [1, 0, -1]]
z = [[0] * (n - 2) for _ in range(n - 2)]
for i in range(n - 2):
    for j in range(n - 2):
        for k in range(3):
            for l in range(3):
                z[i][j] += x[i + k][j + l] * w[k][l]
#: convolution python  sizes by names and an accumulator
import random
H = 20
K = 3
img = [[random.random() for _ in range(H)] for _ in range(H)]
ker = [[random.random() for _ in range(K)] for _ in range(K)]
out_size = H - K + 1
out = []
for i in range(out_size):
    row = []
    for j in range(out_size):
        s = 0
        for a in range(K):
            for b in range(K):
                s += ker[a][b] * img[i + a][j + b]
        row.append(s)
    out.append(row)
#: convolution python  written out
import random
n = 10
x = [[random.random() for _ in range(n)] for _ in range(n)]
w = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
z = [[0] * (n - 2) for _ in range(n - 2)]
for i in range(n - 2):
    for j in range(n - 2):
        z[i][j] = (x[i][j] * w[0][0] + x[i][j + 1] * w[0][1] + x[i][j + 2] * w[0][2]
                   + x[i + 1][j] * w[1][0] + x[i + 1][j + 1] * w[1][1] + x[i + 1][j + 2] * w[1][2]
                   + x[i + 2][j] * w[2][0] + x[i + 2][j + 1] * w[2][1] + x[i + 2][j + 2] * w[2][2])
#: convolution python  len of both
import random
img = [[random.randint(0, 255) for _ in range(8)] for _ in range(8)]
w = [[0, 1, 0], [1, -4, 1], [0, 1, 0]]
h = len(img)
wd = len(img[0])
res = [[0 for _ in range(wd - 2)] for _ in range(h - 2)]
for y in range(h - 2):
    for x in range(wd - 2):
        acc = 0
        for dy in range(3):
            for dx in range(3):
                acc += img[y + dy][x + dx] * w[dy][dx]
        res[y][x] = acc
