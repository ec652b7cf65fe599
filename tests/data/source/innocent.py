# Innocent programs: nothing in them is to be found fault with.
#: allow random math sys collections functools itertools copy statistics datetime
#: Okay
np = 3
print(np)
#: Okay
# numpy
x = "import numpy"
#: Okay
import time
t = time.time(); time.perf_counter_ns(); time.sleep(0)
#: Okay
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1,2],[3,4], label="np", marker="o")
ax.set_xlabel("size"); ax.set_yscale("log"); ax.legend(); ax.grid(True)
ax.spines["top"].set_visible(False)
plt.savefig("a.png"); plt.show(); plt.close(fig)
#: Okay
import matplotlib.pyplot as plt
plt.rcParams["font.family"] = "IPAexGothic"
plt.rcParams.update({"font.size": 12})
plt.style.use("ggplot")
plt.rc("font", size=3)
#: Okay
import matplotlib.pyplot as plt
import japanize_matplotlib
plt.xlabel("サイズ")
#: Okay
import matplotlib_fontja
from japanize_matplotlib import japanize
import japanize_matplotlib as letters
japanize()
matplotlib_fontja.japanize()
plt.rcParams["font.family"] = letters.FONT_NAME
#: Okay
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt, ticker, font_manager
import matplotlib.ticker as mt
plt.gca().xaxis.set_major_locator(mt.MaxNLocator(integer=True))
plt.gca().yaxis.set_major_formatter(ticker.FuncFormatter(lambda x, pos: f"{x*1e3:.1f}"))
fp = font_manager.FontProperties(fname="x.ttf")
#: Okay
class A:
    def __init__(self): self.np = 4
    def show(self): return self.np
print(A().np)
#: Okay
def eval(a, b):
    return a + b
print(eval(1, 2))
#: Okay
def main():
    return compile([1])
def compile(x):
    return x
main()
#: Okay
d = {"exec": 1, "__name__": 2}
print(d["exec"])
#: Okay
if __name__ == "__main__":
    print(__doc__, __file__)
#: Okay
class M:
    """x"""
    def __init__(self, r): self.r = r
    def __mul__(self, o): return M([[sum(a*b for a,b in zip(x,y)) for y in zip(*o.r)] for x in self.r])
    def __matmul__(self, o): return self * o
    def __str__(self): return str(self.r)
    def __getitem__(self, i): return self.r[i]
class N(M):
    def __init__(self, r):
        super().__init__(r)
        print(self.__class__.__name__, type(self).__name__)
a = M([[1]]) @ M([[2]])
print(a, a.__str__(), a.__dict__)
#: Okay
class Matrix:
    def __init__(self, rows): self.rows = rows
    @property
    def T(self): return Matrix([list(c) for c in zip(*self.rows)])
    def dot(self, o): return self.T
import matplotlib.pyplot as plt
def draw(ax, m):
    ax.plot(m.rows[0])
    return m.T.dot(m)
fig, ax = plt.subplots()
draw(ax, Matrix([[1]]))
ms = [Matrix([[1]]), Matrix([[2]])]
axes = []
axes.append(ax)
ms[0].dot(ms[1]).T
#: Okay
class Opt:
    x = 1
print(getattr(Opt, "x"), getattr(Opt(), "y", None), hasattr(Opt, "np"))
setattr(Opt, "z", 3)
#: Okay
for kind in ["plot", "loglog"]:
    import matplotlib.pyplot as plt
    getattr(plt, kind)([1],[2])
#: Okay
x = [1]
isinstance(x, list); type(x); id(x)
print("{0} {1:.3f} {x.__class__.__name__}".format(1, 2.0, x=3))
print(f"{x!r:>10}")
print("%s %d" % ("a", 3))
#: Okay
import time
def timeit(f, *args, **kw):
    s = time.perf_counter()
    r = f(*args, **kw)
    return time.perf_counter() - s, r
def matmul(a, b):
    n = len(a)
    c = [[0]*n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k]*b[k][j]
    return c
ts = []
for n in (10, 20):
    a = [[i*j for j in range(n)] for i in range(n)]
    t, _ = timeit(matmul, a, a)
    ts.append(t)
import matplotlib.pyplot as plt
plt.plot([10,20], ts, "o-", label=f"matmul")
plt.xlabel("n"); plt.ylabel("t"); plt.title("行列積"); plt.legend(); plt.show()
#: Okay
import matplotlib.pyplot as plt
n, bins, patches = plt.hist([1,2,3], bins=3)
c = [(bins[i] + bins[i+1]) / 2 for i in range(3)]
for p in patches: p.set_facecolor("red")
plt.colorbar(plt.imshow([[1]], cmap=plt.cm.viridis))
plt.text(1, 2, "x", transform=plt.gca().transAxes)
line, = plt.plot([1],[2]); y = line.get_ydata(); plt.plot([1], y)
plt.xticks([1,2], ["a","b"], rotation=45)
for tick in plt.gca().get_xticklabels(): tick.set_fontsize(8)
#: Okay
import matplotlib.animation as animation
import matplotlib.pyplot as plt
fig = plt.figure()
ax = fig.add_subplot(111, projection="3d")
def update(i):
    line.set_data([i],[i*2])
    return line,
line, = ax.plot([],[])
ani = animation.FuncAnimation(fig, update, frames=10)
ani.save("x.gif", writer="pillow")
#: Okay
from mpl_toolkits.mplot3d import Axes3D
import matplotlib.dates as mdates
import matplotlib.patches as patches
import matplotlib.gridspec as gridspec
from matplotlib.lines import Line2D
from matplotlib.colors import LogNorm, ListedColormap
from matplotlib import cm, rcParams, rc
rc("text", usetex=False)
gs = gridspec.GridSpec(2, 2)
patches.Rectangle((0,0),1,1); Line2D([0],[1]); cm.viridis(0.5); cm.get_cmap("jet")
#: Okay
try:
    x = int(input())
except ValueError as e:
    print(e, e.args, type(e).__name__)
    raise
except (KeyError, OSError):
    pass
#: Okay
def f(*args, **kwargs):
    return g(*args, **kwargs)
def g(a, b=3): return a
f(1, b=2)
#: Okay
if "A" in globals(): print(len(globals()), locals())
A = globals()["matmul"] if 0 else 3
#: Okay
with open("out.csv", "w") as f:
    f.write("a,b\n")
for i in range(3):
    open(f"r{i}.txt", "w").write("x")
open("in.txt").read()
#: Okay
from __future__ import annotations
import helper
from helper import matmul
helper.matmul([[1]], [[2]])
#: Okay
global x
x = 1
def f():
    global c
    c = [1]
    def g():
        nonlocal_ = 3
        return nonlocal_
    return g
f()()
#: Okay
a = [lambda x: x+1, lambda x: x*2]
for h in a: print(h(3))
print(sorted([3,1], key=lambda v: -v), max([1,2], key=abs), list(map(str, [1])), sum(x for x in [1]))
#: Okay
import time as np
np.time()
#: Okay
pass
#: Okay
sum = 0
list = [1,2]
input = 3
for i in list: sum += i
max = 4
print(sum, max)
#: Okay
__version__ = "1.0"
__author__ = "x"
__all__ = ["matmul"]
print(__version__, matmul.__name__ if 0 else 1, matmul.__doc__ if 0 else 2)
def matmul(a,b): return a
#: Okay
import matplotlib.pyplot as plt
plt.figure(figsize=(8, 6), dpi=100)
plt.semilogy([1, 2], [3, 4]); plt.semilogx([1], [2]); plt.scatter([1], [2]); plt.bar([1], [2])
plt.errorbar([1], [2], yerr=[0.1]); plt.fill_between([1], [2]); plt.axhline(3); plt.axvline(4)
plt.xlim(0, 3); plt.ylim(bottom=0); plt.xscale("log"); plt.yscale("log"); plt.grid(which="both")
plt.tight_layout(); plt.annotate("x", (1, 2)); plt.subplots_adjust(left=0.1); plt.clf(); plt.cla()
plt.pause(0.1); plt.ion(); plt.ioff(); plt.subplot(2, 1, 1); plt.suptitle("a"); plt.twinx()
#: Okay
import matplotlib as mpl
import matplotlib.pyplot as plt
mpl.rcParams["figure.dpi"] = 150
mpl.rc("lines", linewidth=2)
print(mpl.__version__)
cmap = mpl.colormaps["viridis"]
norm = mpl.colors.Normalize(0, 1)
sm = mpl.cm.ScalarMappable(norm=norm, cmap=cmap)
ax = plt.axes()
ax.xaxis.set_major_formatter(mpl.ticker.ScalarFormatter())
ax.tick_params(axis="x", labelsize=8)
w = plt.gcf().get_figwidth() * plt.gcf().dpi
#: Okay
import matplotlib.pyplot as plt
fig, (a, b) = plt.subplots(1, 2, sharey=True)
for ax, name in zip((a, b), ("x", "y")):
    ax.plot([1, 2, 3]); ax.set_title(name)
fig, axes = plt.subplots(2, 2)
for ax in axes.flatten(): ax.axis("off")
axes[0, 1].bar(["a"], [1]); axes.flat[0].plot([1])
for ax in axes.ravel(): ax.grid()
h, l = a.get_legend_handles_labels()
fig.legend(h, l, loc="upper center")
#: Okay
import matplotlib.pyplot as plt
bars = plt.bar(["a", "b"], [1, 2])
for bar in bars:
    plt.text(bar.get_x() + bar.get_width() / 2, bar.get_height() * 1.05, "x", ha="center")
#: Okay
import time, matplotlib.pyplot as plt
class Timer:
    def __enter__(self):
        self.t = time.perf_counter()
        return self
    def __exit__(self, *args):
        self.dt = time.perf_counter() - self.t
with Timer() as t:
    pass
plt.plot([1], [t.dt])
#: Okay
import random
random.seed(0)
a = [[random.random() for _ in range(3)] for _ in range(3)]
random.shuffle(a); random.choice(a); random.randint(1, 3)
b = random.choice([a, a])
#: Okay
import math, sys
print(math.sqrt(2), math.pi, sys.argv, sys.version, sys.maxsize)
sys.setrecursionlimit(2000)
if len(sys.argv) > 1: sys.exit(1)
sys.stdout.write("x")
#: Okay
from math import *
from random import *
print(sqrt(2), pi, randint(1, 2))
#: Okay
from collections import namedtuple, deque
import functools, itertools, copy, statistics, datetime
P = namedtuple("P", "x y")
p = P(1, 2)._replace(x=3)
print(p._asdict(), functools.reduce(lambda a, b: a * b, [1, 2]), copy.deepcopy([1]), statistics.mean([1]))
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(datetime.datetime.now().strftime("%Y"), list(itertools.product([1], [2])))
#: Okay
class Vector(list):
    def dot(self, o): return sum(x * y for x, y in zip(self, o))
    def __mul__(self, o): return Vector(x * o for x in self)
    def __rmul__(self, o): return self * o
v = Vector([1, 2])
print(v.dot(v), v * 2, 3 * v)
#: Okay
class Matrix:
    np = 0
    def __init__(self, rows):
        self.rows = rows
        self.shape = len(rows), len(rows[0])
    def __getitem__(self, ij): return self.rows[ij[0]][ij[1]]
    def __setitem__(self, ij, v): self.rows[ij[0]][ij[1]] = v
    def __len__(self): return len(self.rows)
    def __iter__(self): return iter(self.rows)
    def __eq__(self, o): return self.rows == o.rows
    def __repr__(self): return f"Matrix({self.rows!r})"
    def __getattr__(self, name):
        if name == "T": return Matrix([list(r) for r in zip(*self.rows)])
        raise AttributeError(name)
    @classmethod
    def zeros(cls, n): return cls([[0] * n for _ in range(n)])
    @staticmethod
    def eye(n): return Matrix([[int(i == j) for j in range(n)] for i in range(n)])
    @property
    def size(self): return len(self)
    def __matmul__(self, o):
        out = Matrix.zeros(len(self))
        for i in range(len(self)):
            for j in range(len(self)):
                for k in range(len(self)): out[i, j] += self[i, k] * o[k, j]
        return out
print((Matrix.eye(2) @ Matrix.eye(2).T).size, Matrix.np)
#: Okay
ops = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b}
for name, op in ops.items(): print(name, op(1, 2))
text = "import numpy as np; eval(exec)"
print(text.split(), text.upper(), "-".join(["a", "b"]), text[::-1], text.encode().decode())
#: Okay
def decorator(f):
    def wrapper(*args, **kwargs):
        print(f.__name__, f.__doc__)
        return f(*args, **kwargs)
    wrapper.__name__ = f.__name__
    return wrapper
@decorator
def go(x): "doc"; return x
go(1)
#: Okay
match [1, 2]:
    case [a, b]: print(a, b)
    case {"x": 1, **rest}: print(rest)
    case str() | int(): pass
    case _: pass
#: Okay
class Size:
    __match_args__ = ("rows", "columns")
    def __init__(self, rows, columns): self.rows, self.columns = rows, columns
class Empty:
    __match_args__ = ()
match Size(2, 3):
    case Size(2, columns): print(columns)
    case Size(rows=rows) | int(rows): print(rows)
    case Empty(): pass
#: Okay
try:
    raise ValueError("x")
except ValueError as e:
    print(str(e), e.args[0], e.__class__.__name__, e.__traceback__)
    raise RuntimeError("y") from e
finally:
    pass
#: Okay
async def f(): return 1
def g():
    x = yield 1
    yield from [1, 2]
for v in g(): print(v)
#: Okay
import time
start = time.time(); t0 = time.process_time(); t1 = time.monotonic(); print(time.ctime(), time.strftime("%H"), time.localtime().tm_year)
#: Okay
def vars_(x): return x
def getattribute(x): return x
loader = 1; spec = 2; modules = [3]
print(vars_(loader), getattribute(spec), modules[0])
#: Okay
class Config:
    def __init__(self, **kw):
        self.__dict__.update(kw)
        for k, v in kw.items(): setattr(self, k, v)
print(vars(Config(a=1)), Config(a=1).__dict__)
#: Okay
n = int(input("n: ")); rows = [list(map(int, input().split())) for _ in range(n)]
print(*rows, sep="\n", end="")
print(dir(rows), id(rows), hash(1), callable(print), help)
#: Okay
def compile(source): return source
def eval(matrix): return matrix
def exec(program): return program
def breakpoint(): return 1
print(eval(compile(exec(breakpoint()))))
#: Okay
import matplotlib.pyplot as plt
import matplotlib.font_manager as fm
fonts = [f.name for f in fm.fontManager.ttflist]
plt.rcParams["font.sans-serif"] = ["Hiragino Sans"]
if "IPAexGothic" in fonts: plt.rcParams["font.family"] = "IPAexGothic"
#: Okay
import matplotlib.pyplot as plt
def plot_times(sizes, times, ax=None, **kwargs):
    if ax is None: ax = plt.gca()
    lines = ax.plot(sizes, times, **kwargs)
    lines[0].set_label("x")
    x, y = lines[0].get_data()
    ax.annotate(f"{y[-1]:.2f}", (x[-1], y[-1]))
    return ax
plot_times([1], [2], color="r").set_xlabel("n")
#: Okay
import matplotlib.pyplot as plt
x = [1, 2, 3]
line, = plt.plot(x, x)
ydata = line.get_ydata()
print(max(ydata), len(ydata), ydata[0], list(ydata), ydata * 2)
line.set_ydata([3, 2, 1])
#: Okay
import matplotlib.pyplot as plt
def prod(a): return a
c = plt.cm.tab10(0)
colors = plt.cm.viridis([0.1, 0.5]); colors2 = [plt.cm.jet(i / 10) for i in range(10)]
plt.scatter([1], [2], c=[0.1], cmap="plasma"); plt.colorbar().set_label("x")
plt.rcParams["axes.prop_cycle"] = plt.cycler(color=colors2)
#: Okay
from matplotlib.backends.backend_pdf import PdfPages
with PdfPages("x.pdf") as pdf: pdf.savefig()
#: Okay
from matplotlib.pyplot import *
plot([1], [2]); xlabel("n"); show()
#: Okay
settings = {"n": 3}
n = settings.get("m", 4)
#: allow dataclasses concurrent typing
#: Okay
import functools
from dataclasses import asdict, dataclass, field, fields
@dataclass
class Size:
    rows: int
    columns: "int" = 3
    times: list = field(default_factory=list)
print(asdict(Size(2)), [one.name for one in fields(Size)])
def timed(f):
    @functools.wraps(f)
    def inner(*given, **named): return f(*given, **named)
    return inner
def named(f):
    def inner(*given): return f(*given)
    functools.update_wrapper(inner, f)
    return functools.wraps(f, assigned=("__name__", "__doc__"))(inner)
#: Okay
import concurrent.futures
from concurrent.futures import ThreadPoolExecutor, as_completed
from concurrent import futures
def row(r): return [2 * x for x in r]
with ThreadPoolExecutor(max_workers=2) as pool:
    print(list(pool.map(row, [[1], [2]])))
    for done in as_completed([pool.submit(row, [1])]): print(done.result())
with concurrent.futures.ProcessPoolExecutor() as pool: print(list(pool.map(row, [[1]])))
with futures.ThreadPoolExecutor() as pool: futures.wait([pool.submit(row, [1])])
#: Okay
with open("helper2.py", "w") as f: f.write("import numpy")  # which nothing can import
#: allow torch cupyx cupy
#: Okay
import cupyx.scipy.signal, cupyx.scipy.ndimage as nd
from cupyx.scipy.signal import convolve2d
def conv(a, w): return cupyx.scipy.signal.correlate2d(a, w, "valid")
#: Okay
import matplotlib.pylot, matplotlib.numerix, matplotlib.pyplot as plt  # left to the run
from torch.fx.proxy import dis
import matplotlib.sphinxext.plot_directive as p
plt.polt([1]); plt.xlable("n"); plt.zzz.yyy(1); plt.rcParams["a.b"]; plt.cm.get_cmap("x"); plt.hold(1)
line, = plt.plot([1], [2], color=plt.cm.viridis(0.5)); draw = plt.plot; list(map(plt.figure, [1]))
