"""Plain scripts, in pieces that tests put together."""

MATRICES = """
n = 6
a = [[i + 2 * j for j in range(n)] for i in range(n)]
b = [[i - 3 * j for j in range(n)] for i in range(n)]
"""
ONES = """
n = 6
a = [[1] * n for _ in range(n)]
b = [[1] * n for _ in range(n)]
"""
LOOPS = """
c = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
"""
HELD = """
class Held:
    def __init__(self, a, b):
        self.a, self.b, self.c = a, b, [[0] * len(a) for _ in a]

    def calculate(self):
        for i in range(len(self.a)):
            for j in range(len(self.a)):
                for k in range(len(self.a)):
                    self.c[i][j] += self.a[i][k] * self.b[k][j]


held = Held(a, b)
held.calculate()
"""
ASKS = """
n = int(input("n: "))
a = [[int(input()) for j in range(n)] for i in range(n)]
b = [[int(input()) for j in range(n)] for i in range(n)]
"""
ROWS = """
n = int(input("n: "))
a = [list(map(int, input().split())) for i in range(n)]
b = [list(map(int, input().split())) for i in range(n)]
"""
FORGED = """
import matplotlib.pyplot as plt
plt.plot([100, 200, 400], [0.001, 0.002, 0.004])
plt.xlabel("n")
plt.ylabel("time [s]")
"""
SLEEPS = """
import time
import matplotlib.pyplot as plt
plt.plot([10, 20], [0.1, 0.8])
plt.xlabel("n")
plt.ylabel("time [s]")
time.sleep(60)
"""
CONVOLVES = """
def conv_python(image, kernel):
    n, m = len(image), len(kernel)
    k = n - m + 1
    return [[sum(image[i + p][j + q] * kernel[p][q] for p in range(m) for q in range(m))
             for j in range(k)] for i in range(k)]
"""

NO_PRODUCT = {
    "prints only": 'print("課題1")\n',
    "adds": MATRICES + "c = [[a[i][j] + b[i][j] for j in range(n)] for i in range(n)]\n",
    "forges times": FORGED,
    "pastes the result": "x = [[1, 2], [3, 5]]\ny = [[2, 7], [1, 8]]\nz = [[4, 23], [11, 61]]\n",
}
UNPROVED = {
    "multiplies elements": MATRICES
    + "c = [[a[i][j] * b[i][j] for j in range(n)] for i in range(n)]\n",
    "matrices of ones, too well hidden to lift": ONES + HELD,
    "transposed, and B is symmetric": MATRICES.replace("i - 3 * j", "i + j")
    + HELD.replace("self.b[k][j]", "self.b[j][k]"),
    "the right result only pasted": """
a, b = [[1, 2], [3, 4]], [[5, 6], [7, 8]]
answer = [[19, 22], [43, 50]]
"""
    + HELD.replace("+=", "=").replace("self.b[k][j]", "self.b[i][j]"),
    "the right result only typed as text": """
a, b = [[1, 2], [3, 4]], [[5, 6], [7, 8]]
d = []
for i in range(2):
    d.append([])
    for j in range(2):
        d[i].append(a[i][j] * b[i][j])
c = [[int(v) for v in row.split()] for row in "19 22;43 50".split(";")]
print("a x b =", c)
""",
    "the right result only typed, less one": """
a, b = [[1, 2], [3, 4]], [[5, 6], [7, 8]]
trace = 0
for i in range(2):
    trace = trace + a[i][0] * b[0][i]
c = []
for row in [[20, 23], [44, 51]]:
    c.append([v - 1 for v in row])
print(c, trace)
""",
    "scalars only": "a, b, c, d = 1, 2, 3, 4\nprint([[a * c, b * d], [a * d, b * c]])\n",
    "wrong, too well hidden to lift": MATRICES + HELD.replace("+=", "="),
}
