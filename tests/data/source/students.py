# Ordinary programs, as students write them: nothing in them is to be found fault with.
#: allow argparse array collections concurrent contextlib copy csv dataclasses datetime decimal enum fractions functools itertools json logging math numbers operator os pathlib random statistics string sys threading timeit typing warnings
#: Okay
import argparse
parser = argparse.ArgumentParser(description="matrix product")
parser.add_argument("--size", type=int, default=100)
parser.add_argument("--np", action="store_true", help="no effect")
args = parser.parse_args()
print(args.size, args.np, vars(args))
#: Okay
import argparse
def main(argv=None):
    p = argparse.ArgumentParser()
    p.add_argument("n", nargs="?", default=10, type=int)
    options = p.parse_args(argv)
    return options.n
if __name__ == "__main__":
    main()
#: Okay
from time import perf_counter as timer
import matplotlib.pyplot as plt
def measure(func, *args, repeat=3):
    best = float("inf")
    for _ in range(repeat):
        start = timer()
        func(*args)
        best = min(best, timer() - start)
    return best
def plot_result(plt, sizes, times, name):
    plt.plot(sizes, times, label=name)
    plt.legend()
    plt.savefig(name + ".png")
plot_result(plt, [1, 2], [measure(len, [1]), measure(len, [1, 2])], "len")
#: Okay
import matplotlib.pyplot as plt
def draw(title, path, ax=None):
    fig = None
    if ax is None:
        fig, ax = plt.subplots(figsize=(6, 4), dpi=120)
    ax.set_title(title)
    ax.plot([1, 2, 3], [1, 4, 9], "o--", color="tab:blue")
    with open(path, "w") as f:
        f.write(title)
    if fig is not None:
        fig.savefig(path, bbox_inches="tight")
draw("n^2", "n2.png")
#: Okay
try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None
if plt is not None:
    plt.plot([1], [2])
print(plt is None, bool(plt), type(plt), hasattr(plt, "plot"))
#: Okay
import csv, json
def save(name, rows):
    with open(name, "w", newline="") as f:
        writer = csv.writer(f)
        writer.writerow(["n", "sec"])
        writer.writerows(rows)
    with open(name.replace("csv", "json"), "w", encoding="utf-8") as f:
        json.dump(rows, f, indent=2)
save("result.csv", [[1, 0.1]])
#: Okay
from dataclasses import dataclass, field
from typing import ClassVar, Iterable, List, Optional, Union
Number = Union[int, float]
Matrix = List[List[Number]]
@dataclass(order=True)
class Result:
    size: int
    seconds: float = field(compare=False)
    unit: ClassVar[str] = "s"
    note: Optional[str] = None
    def __post_init__(self) -> None:
        if self.seconds < 0: raise ValueError(f"bad {self.seconds!r}")
def average(results: Iterable[Result]) -> Number:
    values = [r.seconds for r in results]
    return sum(values) / len(values)
def matmul(a: Matrix, b: Matrix) -> Matrix:
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
print(average([Result(1, 2.0)]), Result.__name__)
#: Okay
import functools, operator, itertools
def matmul(a, b):
    t = list(zip(*b))
    return [[functools.reduce(operator.add, map(operator.mul, r, c)) for c in t] for r in a]
key = operator.itemgetter(1)
print(sorted([(1, 3), (2, 1)], key=key), list(itertools.chain.from_iterable([[1], [2]])))
print(functools.partial(matmul, [[1]])([[2]]))
#: Okay
import functools
class Cache:
    def __init__(self, func):
        functools.update_wrapper(self, func)
        self.func, self.seen = func, {}
    def __call__(self, *args):
        if args not in self.seen: self.seen[args] = self.func(*args)
        return self.seen[args]
@Cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@functools.lru_cache(maxsize=128)
def square(n): return n * n
@functools.cached_property
def nothing(self): return None
print(fib(10), square(3), square.cache_info())
#: Okay
import functools
@functools.total_ordering
class Size:
    def __init__(self, n): self.n = n
    def __eq__(self, other): return self.n == other.n
    def __lt__(self, other): return self.n < other.n
    def __hash__(self): return hash(self.n)
@functools.singledispatch
def show(x): print(x)
@show.register
def _(x: int): print("int", x)
@show.register(list)
def _(x): print("list", len(x))
show(3); show([Size(1) < Size(2)])
#: Okay
from timeit import default_timer
from contextlib import contextmanager, suppress
@contextmanager
def stopwatch(label):
    start = default_timer()
    try:
        yield
    finally:
        print(f"{label}: {default_timer() - start:.3f} s")
with stopwatch("loop"), suppress(ZeroDivisionError):
    1 / 0
#: Okay
import logging, warnings
logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
log = logging.getLogger(__name__)
log.info("start %d", 3)
warnings.filterwarnings("ignore")
#: Okay
import sys, os
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
sys.setrecursionlimit(10000)
n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
print(f"n = {n}", file=sys.stderr)
os.makedirs("out", exist_ok=True)
print(os.path.join("out", "a.png"), os.getcwd(), os.cpu_count(), sys.getsizeof([1]))
#: Okay
from pathlib import Path
out = Path("results"); out.mkdir(exist_ok=True)
(out / "a.txt").write_text("x"); print(out.exists(), out.name, (out / "a.txt").read_text())
#: Okay
import random, copy, math, statistics
class Matrix:
    """行列"""
    def __init__(self, rows): self.rows = copy.deepcopy(rows); self.n = len(rows)
    def dot(self, other): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])
    @property
    def T(self): return Matrix([list(c) for c in zip(*self.rows)])
    @classmethod
    def random(cls, n, seed=None):
        random.seed(seed)
        return cls([[random.random() for _ in range(n)] for _ in range(n)])
    def trace(self): return sum(self.rows[i][i] for i in range(self.n))
    def norm(self): return math.sqrt(sum(x ** 2 for r in self.rows for x in r))
    __matmul__ = dot
m = Matrix.random(3)
print((m @ m.T).trace(), m.dot(m).norm(), statistics.mean(m.rows[0]))
#: Okay
from enum import Enum, auto
class Kind(Enum):
    LOOP = auto()
    ZIP = auto()
for k in Kind: print(k.name, k.value, Kind["LOOP"], Kind.__members__)
#: Okay
import matplotlib.pyplot as plt
styles = {"list": "o-", "zip": "s--"}
for name, style in styles.items():
    plt.plot([1, 2], [1, 2], style, label=name)
plt.gca().set(xlabel="n", ylabel="time [s]", xscale="log", yscale="log")
ax = plt.gca(); ax.xaxis.set_major_locator(plt.MaxNLocator(5)); ax.yaxis.grid(True)
plt.rcParams.update({"font.family": "sans-serif", "axes.grid": True})
#: Okay
import matplotlib.pyplot as plt
for scale in ("linear", "log"):
    fig = plt.figure()
    getattr(plt, "title")(scale)
    getattr(fig.gca(), "set_yscale")(scale)
    setattr(fig, "note", scale)
for f, kind in zip([1, 2], ["plot", "scatter"]):
    getattr(plt, kind)([1], [2])
kinds = ["semilogx", "semilogy"]
for i, k in enumerate(kinds): getattr(plt, k)([1], [i])
#: Okay
import matplotlib.pyplot as plt
which = "loglog" if len("x") else "plot"
getattr(plt, which)([1, 2], [3, 4])
funcs = {"log": "loglog", "lin": "plot"}
for label, name in funcs.items(): getattr(plt, name)([1], [2], label=label)
#: Okay
import matplotlib.pyplot as plt
fig, axs = plt.subplots(nrows=1, ncols=2, constrained_layout=True)
for ax, (name, y) in zip(axs.flat, {"a": [1, 2], "b": [2, 3]}.items()):
    ax.plot(y); ax.set(title=name); ax.label_outer(); ax.tick_params(labelsize=8)
    for s in ax.spines.values(): s.set_linewidth(0.5)
inset = axs[0].inset_axes([0.5, 0.5, 0.4, 0.4]); inset.plot([1])
axs[1].twinx().bar([1], [2], width=0.3, alpha=0.5)
#: Okay
import matplotlib.pyplot as plt
from matplotlib import rcParams, font_manager as fm
from matplotlib.ticker import ScalarFormatter, MultipleLocator
plt.rcParams["font.family"] = ["Noto Sans CJK JP", "Yu Gothic"]
rcParams["axes.unicode_minus"] = False
fm.fontManager.addfont("x.ttf")
plt.gca().xaxis.set_major_formatter(ScalarFormatter(useMathText=True))
#: Okay
import matplotlib
matplotlib.rcParams["backend"] = "Agg"
backend = "TkAgg"
matplotlib.use(backend)
import matplotlib.pyplot as plt
plt.switch_backend("Agg")
#: Okay
import matplotlib.pyplot as plt
from matplotlib.animation import FuncAnimation, PillowWriter
fig, ax = plt.subplots()
xs, ys = [], []
line, = ax.plot([], [], "r-")
def init():
    ax.set_xlim(0, 10); ax.set_ylim(0, 100)
    return line,
def step(i):
    xs.append(i); ys.append(i * i); line.set_data(xs, ys)
    return line,
FuncAnimation(fig, step, init_func=init, frames=10, blit=True).save("a.gif", writer=PillowWriter(fps=5))
#: Okay
from concurrent.futures import ProcessPoolExecutor
from threading import Thread, Lock
lock = Lock(); total = []
def work(r):
    with lock: total.append(r)
threads = [Thread(target=work, args=(i,)) for i in range(2)]
for t in threads: t.start()
for t in threads: t.join()
with ProcessPoolExecutor(max_workers=2) as pool: print(list(pool.map(abs, [1, -2])))
#: Okay
from fractions import Fraction as F
from decimal import Decimal, getcontext
import array, numbers
getcontext().prec = 10
print(F(1, 3) + 1, Decimal("0.1") * 3, array.array("d", [1.0]).tolist(), isinstance(1, numbers.Number))
#: Okay
class Vector:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x = x; self.y = y
    def __iter__(self): yield self.x; yield self.y
    def __eq__(self, o): return tuple(self) == tuple(o)
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __getattr__(self, name):
        if name == "length": return abs(self)
        raise AttributeError(f"{type(self).__name__} has no {name}")
    def __repr__(self): return f"{self.__class__.__name__}({self.x}, {self.y})"
print(Vector(1, 2), Vector(3, 4).length, Vector.__doc__, Vector.__module__)
#: Okay
class Base:
    registry = {}
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        Base.registry[cls.__name__] = cls
    def run(self): raise NotImplementedError
class Loop(Base):
    def run(self): return "loop"
for name, cls in Base.registry.items(): print(name, cls().run(), cls.__name__)
#: Okay
methods = {}
def register(f):
    methods[f.__name__] = f
    return f
@register
def matmul_ijk(a, b): return a
@register
def matmul_ikj(a, b): return b
for name in methods: print(name, methods[name]([[1]], [[2]]))
#: Okay
def matmul(A, B):
    """行列積を計算する関数

    Args: A, B (list of list): 行列 {n x n}
    >>> matmul([[1]], [[2]])
    [[2]]
    """
    n, m, p = len(A), len(B), len(B[0])
    assert len(A[0]) == m, "サイズが合いません"
    C = [[0.0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            tmp = 0.0
            for k in range(m):
                tmp += A[i][k] * B[k][j]
            C[i][j] = tmp
    return C
if __name__ == "__main__":
    import random, time
    for n in [10, 50]:
        A = [[random.random() for _ in range(n)] for _ in range(n)]
        t = time.time(); matmul(A, A); print("{0:5d} {1:.4f}[s]".format(n, time.time() - t))
        print("%d %s" % (n, "ok"), "size={n}".format(n=n), "{:>10}|{!r}".format(n, A[0][0]))
#: Okay
from helper import *
import helper as h
print(h.matmul([[1]], [[1]]), matmul([[1]], [[1]]), h.__name__, h.__file__)
#: Okay
import helper
from helper import matmul as mm
def check(module=helper, name="matmul"): return module.matmul([[1]], [[1]])
print(check(), mm([[1]], [[2]]))
#: Okay
import time
def time_it(f, n):
    time = __import_me = 0
    return time
def run(time): return time.sort, time.append
print(time.time())
#: Okay
import time
start = time.time()
time = 3
print(time, start)
#: Okay
import random
def run(random, os=None, np=None): return random.choice, os, np
print(random.random())
#: Okay
def eval_model(x): return x
class Model:
    def eval(self): return self
    def compile(self, loss): self.loss = loss; return self
    def exec(self): return self.eval().compile("mse")
Model().exec().eval()
#: Okay
def exec(a, b): return a + b
print(exec(1, 2))
def main(): print(exec(3, 4))
main()
#: Okay
input_file = "data.txt"
mode = "r"
with open(input_file, mode) as fp: lines = fp.readlines()
with open(input_file + ".log", mode="a") as fp: print("x", file=fp)
log = open("log_{}.txt".format(3), "w") if 0 else open(f"log_{3}.txt", "w")
#: Okay
import sys
def progress(i, n):
    sys.stdout.write("\r%d/%d" % (i, n)); sys.stdout.flush()
[progress(i, 3) for i in range(3)]
#: Okay
def outer():
    count = 0
    def inner():
        nonlocal count
        count += 1
        return count
    return inner
f = outer(); f(); f()
total = (lambda *a, **k: sum(a))(1, 2)
print(f.__name__, f.__class__, callable(f), (lambda: 0).__name__)
#: Okay
import itertools
n = 3
a = [[i + j for j in range(n)] for i in range(n)]
c = [[0] * n for _ in range(n)]
for i, j, k in itertools.product(range(n), repeat=3): c[i][j] += a[i][k] * a[k][j]
print(*c, sep="\n")
#: Okay
from collections import Counter, OrderedDict, defaultdict
d = defaultdict(list); d["n"].append(1); print(Counter("abc").most_common(1), OrderedDict(d).items())
#: Okay
import datetime as dt, string
print(dt.datetime.now().isoformat(), dt.timedelta(seconds=3), string.Template("$x").substitute(x=1), string.ascii_letters)
#: Okay
try:
    n = int(input("n? "))
except (ValueError, EOFError) as err:
    print("error:", err, type(err).__name__, err.args)
    n = 10
except Exception as e:
    raise RuntimeError("unexpected") from e
else:
    print(n)
#: Okay
match n := 3:
    case 0 | 1: print("small")
    case int(x) if x > 2: print(x)
    case [first, *rest]: print(first, rest)
    case {"n": value, **others}: print(value, others)
#: Okay
import matplotlib.pyplot as plt
class Plotter:
    def __init__(self, plt=plt): self.fig, self.ax = plt.subplots(); self._lines = []
    def add(self, x, y, **kw): self._lines += self.ax.plot(x, y, **kw); return self
    def save(self, name="out.png"): self.ax.legend(); self.fig.savefig(name); plt.close(self.fig)
Plotter().add([1], [2], label="a").add([1], [3], label="b").save()
#: Okay
import matplotlib.pyplot as plt
counts, edges, _ = plt.hist([1, 2, 2, 3], bins=3)
print(counts.sum(), counts.max(), edges.tolist(), counts.shape)
im = plt.imshow([[1, 2], [3, 4]]); plt.colorbar(im, ax=plt.gca(), shrink=0.8)
h = plt.bar(["a", "b"], [1, 2]); plt.bar_label(h, fmt="%.1f")
#: Okay
globals_ = 3
def show_names(): print(sorted(k for k in globals() if not k.startswith("_")) if 0 else len(globals()))
if "x" not in globals(): x = 1
if "y" in locals(): print(locals())
#: Okay
import typing as t
if t.TYPE_CHECKING:
    from matplotlib.axes import Axes
def draw(ax: "Axes", n: t.Optional[int] = None) -> "t.Any": return ax
T = t.TypeVar("T")
class Stack(t.Generic[T]):
    def push(self, x: T) -> None: self.x = x
#: Okay
a = [[1, 2], [3, 4]]
b = [list(map(float, r)) for r in a]
print(sum(map(sum, b)), max(map(max, b)), any(x > 3 for r in a for x in r), [*zip(*a)], sorted(sum(a, [])))
print("import numpy as np", 'np.dot', "eval(x)", "__import__")
#: allow numpy scipy
#: Okay
import numpy as np
from numpy.linalg import norm, inv
from numpy.random import default_rng
rng = default_rng(0); a = rng.random((3, 3)); b = np.random.rand(3, 3)
print(np.allclose(a @ b, np.dot(a, b)), norm(a), inv(a).T, a.dot(b), np.testing.assert_allclose(a, a))
np.set_printoptions(precision=3); np.save("a.npy", a); np.seterr(all="ignore")
#: Okay
import numpy as np, scipy, scipy.signal as sg
from scipy import signal, ndimage, linalg, fft, stats
from scipy.signal import convolve2d as conv, correlate2d
x = np.arange(9.0).reshape(3, 3); k = np.ones((2, 2), dtype=np.float32)
print(sg.correlate2d(x, k, "valid"), ndimage.correlate(x, k), np.lib.stride_tricks.sliding_window_view(x, (2, 2)))
print(scipy.__version__, np.__version__, stats.linregress([1, 2], [2, 4]).slope, fft.fft2(x).real, linalg.det(x))
#: Okay
import matplotlib.pyplot as plt
import numpy as np
def bench(np, plt, n): return np.zeros(n).sum(), plt.figure()
bench(np, plt, 3); xp = np; xp.sum([1]); [np, plt][0]
x = np.logspace(1, 3, 5); plt.loglog(x, x ** 3); p = np.poly1d(np.polyfit(x, x, 1)); plt.plot(x, p(x))
plt.np.zeros(2)
#: allow torch cupy
#: Okay
import torch
import torch.nn as nn, torch.nn.functional as F
from torch import Tensor, tensor
from torch.utils.data import DataLoader, TensorDataset
class Net(nn.Module):
    def __init__(self): super().__init__(); self.c = nn.Conv2d(1, 1, 3, bias=False)
    def forward(self, x: Tensor) -> Tensor: return F.relu(self.c(x))
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = Net().to(device); net.eval()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
with torch.no_grad(): y = net(torch.rand(1, 1, 5, 5)).cpu().numpy().T
torch.cuda.synchronize(); torch.backends.cudnn.benchmark = True; print(torch.__version__, y.dot(y))
#: Okay
import cupy as cp
import numpy as np
from cupy.linalg import norm
xp = cp.get_array_module(cp.zeros(3)); pool = cp.get_default_memory_pool()
a = cp.asarray(np.eye(3)); print(cp.asnumpy(a @ a), a.get().T, cp.cuda.runtime.getDeviceCount(), cp.random.rand(3), cp.copy(a))
k = cp.RawKernel("extern", "f"); cp.cuda.Stream.null.synchronize(); cp.cuda.Device(0).use()
