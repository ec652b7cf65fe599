"""Short programs that read clocks around work for a GPU, or around something else."""

START = """
import time
import timeit
import numpy as np
import cupy as cp
import torch
import torch.nn.functional as F
from time import perf_counter
device = "cuda" if torch.cuda.is_available() else "cpu"

def matmul_numpy(a, b):
    return np.dot(a, b)

def matmul_cupy(a, b):
    return cp.dot(a, b)

def matmul_torch(a, b):
    return torch.matmul(a, b)

def conv_torch(x, k):
    return F.conv2d(x, k)

n = 1000
A, B = np.random.rand(n, n), np.random.rand(n, n)
a, b = cp.asarray(A), cp.asarray(B)
x, y = torch.rand(n, n, device=device), torch.rand(n, n, device="cuda")
c, d = torch.rand(n, n), torch.rand(n, n)
"""

WAIT_TORCH = "torch.cuda.synchronize()"
WAIT_CUPY = "cp.cuda.Stream.null.synchronize()"
PAIR = "s = time.time()\n{0}\nw = time.time() - s"

# The work is surely on the GPU, and the second read surely does not wait.
UNWAITED = {
    "plain": "t0 = time.time()\nz = matmul_cupy(a, b)\nt1 = time.time()\nprint(t1 - t0)",
    "direct difference": "t0 = time.time()\nz = matmul_torch(x, y)\nprint(time.time() - t0)",
    "perf_counter": "s = perf_counter()\nmatmul_cupy(a, b)\ne = perf_counter()\nprint(e - s)",
    "ns": "s = time.perf_counter_ns()\ncp.dot(a, b)\nprint((time.perf_counter_ns() - s) / 1e9)",
    "monotonic": "s = time.monotonic()\na @ b\nprint(time.monotonic() - s)",
    "process_time": "s = time.process_time()\na @ b\nprint(time.process_time() - s)",
    "timeit's clock": "s = timeit.default_timer()\nx @ y\nprint(timeit.default_timer() - s)",
    "datetime": "import datetime\ns = datetime.datetime.now()\nx @ y\n"
    "print((datetime.datetime.now() - s).total_seconds())",
    "alias of the clock": "clock = time.perf_counter\ns = clock()\nx.mm(y)\ne = clock()\nw = e - s",
    "alias of the module": "import time as tm\ns = tm.time()\nx.matmul(y)\nw = tm.time() - s",
    "waits before only": "torch.cuda.synchronize()\ns = time.time()\nmatmul_torch(x, y)\n"
    "w = time.time() - s",
    "waits after only": "s = time.time()\nmatmul_torch(x, y)\ne = time.time()\n"
    "torch.cuda.synchronize()\nw = e - s",
    "prints after only": "s = time.time()\nz = matmul_cupy(a, b)\ne = time.time()\n"
    "print(z[0][0])\nw = e - s",
    "waits before the work": "s = time.time()\ntorch.cuda.synchronize()\nz = x @ y\n"
    "e = time.time()\nw = e - s",
    "loop": "for n in [64, 128]:\n    p = cp.random.rand(n, n)\n    s = time.time()\n"
    "    z = cp.dot(p, p)\n    e = time.time()\n    print(n, e - s)",
    "repeats": "s = time.time()\nfor _ in range(10):\n    matmul_cupy(a, b)\n"
    "w = (time.time() - s) / 10",
    "list": "ts = []\nts.append(time.time())\nmatmul_cupy(a, b)\nts.append(time.time())\n"
    "print(ts[1] - ts[0])",
    "dictionary": "t = {}\nt['s'] = time.time()\nmatmul_cupy(a, b)\nt['e'] = time.time()\n"
    "print(t['e'] - t['s'])",
    "measure": "def measure(f, p, q):\n    s = time.time()\n    f(p, q)\n"
    "    return time.time() - s\n"
    "print(measure(matmul_cupy, a, b))",
    "measure with *args": "def measure(f, *args):\n    s = time.time()\n    r = f(*args)\n"
    "    e = time.time()\n    return r, e - s\nprint(measure(matmul_torch, x, y))",
    "lambda": "def measure(f):\n    s = time.time()\n    f()\n    return time.time() - s\n"
    "print(measure(lambda: matmul_torch(x, y)))",
    "decorator": "import functools\ndef timer(f):\n    @functools.wraps(f)\n"
    "    def wrapper(*args, **kw):\n        s = time.time()\n        r = f(*args, **kw)\n"
    "        print(time.time() - s)\n        return r\n    return wrapper\n"
    "@timer\ndef mm(p, q):\n    return p @ q\nmm(a, b)",
    "context manager": "class Timer:\n    def __enter__(self):\n        self.s = time.time()\n"
    "        return self\n    def __exit__(self, *e):\n        self.t = time.time() - self.s\n"
    "with Timer() as t:\n    matmul_torch(x, y)",
    "contextlib": "from contextlib import contextmanager\n@contextmanager\ndef timer():\n"
    "    s = time.time()\n    yield\n    print(time.time() - s)\n"
    "with timer():\n    matmul_cupy(a, b)",
    "class with start and stop": "class W:\n    def start(self):\n        self.s = time.time()\n"
    "    def stop(self):\n        return time.time() - self.s\nw = W()\nw.start()\nx @ y\nw.stop()",
    "main": "def main():\n    s = time.time()\n    z = matmul_cupy(a, b)\n    e = time.time()\n"
    "    print(e - s)\nif __name__ == '__main__':\n    main()",
    "never called": "def bench():\n    s = time.time()\n    cp.dot(a, b)\n"
    "    return time.time() - s",
    "inside the function": "def mm(p, q):\n    s = time.time()\n    z = cp.matmul(p, q)\n"
    "    print(time.time() - s)\n    return z",
    "table of functions": "for f, p in [(matmul_numpy, A), (matmul_cupy, a)]:\n"
    "    s = time.time()\n    f(p, p)\n    print(time.time() - s)",
    "cuda()": "p = torch.rand(9, 9).cuda()\ns = time.time()\np @ p\nw = time.time() - s",
    "to(device)": "p = c.to(device)\ns = time.time()\nq = torch.mm(p, p)\nw = time.time() - s",
    "device object": "dev = torch.device('cuda:0' if torch.cuda.is_available() else 'cpu')\n"
    "p = c.to(dev)\ns = time.time()\nq = torch.mm(p, p)\nw = time.time() - s",
    "if available": "if torch.cuda.is_available():\n    dev = 'cuda'\nelse:\n    dev = 'cpu'\n"
    "p = c.to(dev)\ns = time.time()\nq = p @ p\nw = time.time() - s",
    "convolution": "k = torch.ones(1, 1, 3, 3, device=device)\nq = x.reshape(1, 1, n, n)\n"
    "s = time.time()\nconv_torch(q, k)\nw = time.time() - s",
    "layer": "net = torch.nn.Conv2d(1, 1, 3).to(device)\nq = x.reshape(1, 1, n, n)\n"
    "s = time.time()\nnet(q)\nw = time.time() - s",
    "guarded import": "try:\n    import cupy as xp\nexcept ImportError:\n    xp = None\n"
    "p = xp.ones((9, 9))\ns = time.time()\nxp.dot(p, p)\nw = time.time() - s",
    "cupyx": "from cupyx.scipy.signal import correlate2d\ns = time.time()\n"
    "correlate2d(a, b, mode='valid')\nw = time.time() - s",
    "augmented": "w = time.time()\na @ b\nw = time.time() - w",
    "timeit": "print(timeit.timeit(lambda: matmul_cupy(a, b), number=10))",
    "default device": "torch.set_default_device('cuda')\np = torch.rand(9, 9)\ns = time.time()\n"
    "p @ p\nw = time.time() - s",
    "prints the shape": "s = time.time()\nz = a @ b\nprint(z.shape)\nw = time.time() - s",
    "prints a word": "s = time.time()\nz = a @ b\nprint('done')\nw = time.time() - s",
}

# A pair that waits, or whose work is not on a GPU.
QUIET = {
    "torch waits": PAIR.format(f"z = x @ y\n{WAIT_TORCH}"),
    "cupy waits": PAIR.format(f"z = a @ b\n{WAIT_CUPY}"),
    "device": PAIR.format("z = a @ b\ncp.cuda.Device().synchronize()"),
    "device 0": PAIR.format("z = a @ b\ncp.cuda.Device(0).synchronize()"),
    "runtime": PAIR.format("z = a @ b\ncp.cuda.runtime.deviceSynchronize()"),
    "stream": PAIR.format("z = a @ b\ncp.cuda.get_current_stream().synchronize()"),
    "torch stream": PAIR.format("z = x @ y\ntorch.cuda.current_stream().synchronize()"),
    "accelerator": PAIR.format("z = x @ y\ntorch.accelerator.synchronize()"),
    "torch's wait for cupy": PAIR.format(f"z = a @ b\n{WAIT_TORCH}"),
    "item": PAIR.format("z = x @ y\nz.sum().item()"),
    "cpu": PAIR.format("z = matmul_torch(x, y).cpu()"),
    "to cpu": PAIR.format("z = matmul_torch(x, y).to('cpu')"),
    "cpu numpy": PAIR.format("z = matmul_torch(x, y).cpu().numpy()"),
    "tolist": PAIR.format("z = (x[:9] @ y[:, :9]).tolist()"),
    "get": PAIR.format("z = matmul_cupy(a, b).get()"),
    "asnumpy": PAIR.format("z = cp.asnumpy(a @ b)"),
    "float": PAIR.format("z = a @ b\nv = float(z[0][0])"),
    "print": PAIR.format("z = a @ b\nprint(z[0][0])"),
    "f-string": PAIR.format("z = a @ b\nprint(f'{z[0, 0]}')"),
    "if": PAIR.format("z = a @ b\nif z.sum() > 0:\n    pass"),
    "assert": PAIR.format("z = a @ b\nassert cp.allclose(z, z)"),
    "numpy array of it": PAIR.format("z = np.array((x @ y).cpu())"),
    "own helper": "def sync():\n    torch.cuda.synchronize()\n" + PAIR.format("x @ y\nsync()"),
    "helper if available": "def sync():\n    if torch.cuda.is_available():\n"
    "        torch.cuda.synchronize()\n" + PAIR.format("x @ y\nsync()"),
    "helper by device": "def sync(dev):\n    if dev == 'cuda':\n        torch.cuda.synchronize()\n"
    + PAIR.format("x @ y\nsync(device)"),
    "alias": "sync = torch.cuda.synchronize\n" + PAIR.format("x @ y\nsync()"),
    "if available": PAIR.format(
        "x @ y\nif torch.cuda.is_available():\n    torch.cuda.synchronize()"
    ),
    "in the loop": PAIR.format(f"for _ in range(9):\n    x @ y\n    {WAIT_TORCH}"),
    "in the function": f"def mm(p, q):\n    z = p @ q\n    {WAIT_TORCH}\n    return z\n"
    + PAIR.format("mm(x, y)"),
    "in measure": "def measure(f, *args):\n    torch.cuda.synchronize()\n    s = time.time()\n"
    "    f(*args)\n    torch.cuda.synchronize()\n    return time.time() - s\n"
    "measure(matmul_torch, x, y)\nmeasure(matmul_cupy, a, b)",
    "sync given": "def measure(f, sync):\n    s = time.time()\n    f()\n    sync()\n"
    "    return time.time() - s\nmeasure(lambda: x @ y, torch.cuda.synchronize)",
    "decorator waits": "def timer(f):\n    def wrapper(*args):\n        s = time.time()\n"
    "        r = f(*args)\n        torch.cuda.synchronize()\n        print(time.time() - s)\n"
    "        return r\n    return wrapper\n@timer\ndef mm(p, q):\n    return p @ q\nmm(x, y)",
    "manager waits": "class Timer:\n    def __enter__(self):\n        self.s = time.time()\n"
    "        return self\n    def __exit__(self, *e):\n        torch.cuda.synchronize()\n"
    "        self.t = time.time() - self.s\nwith Timer():\n    x @ y",
    "waits at both ends": f"{WAIT_TORCH}\n" + PAIR.format(f"x @ y\n{WAIT_TORCH}"),
    "events": "s = torch.cuda.Event(enable_timing=True)\ne = torch.cuda.Event(enable_timing=True)\n"
    "s.record()\nx @ y\ne.record()\ntorch.cuda.synchronize()\nprint(s.elapsed_time(e))",
    "event waited for": "e = torch.cuda.Event()\n"
    + PAIR.format("x @ y\ne.record()\ne.synchronize()"),
    "cupy events": "s, e = cp.cuda.Event(), cp.cuda.Event()\ns.record()\na @ b\ne.record()\n"
    "e.synchronize()\nprint(cp.cuda.get_elapsed_time(s, e))",
    "profiler": "from cupyx.profiler import benchmark\n"
    + PAIR.format("print(benchmark(matmul_cupy, (a, b), n_repeat=10))"),
    "torch's Timer": "import torch.utils.benchmark as tb\n"
    + PAIR.format("tb.Timer('x @ y', globals=globals()).timeit(10)"),
    "numpy": PAIR.format("matmul_numpy(A, B)"),
    "numpy operator": PAIR.format("A @ B"),
    "torch on the CPU": PAIR.format("matmul_torch(c, d)"),
    "told to be on the CPU": "p = torch.rand(9, 9, device='cpu')\n" + PAIR.format("p @ p"),
    "device cpu": "dev = torch.device('cpu')\np = c.to(dev)\n" + PAIR.format("p @ p"),
    "from_numpy": "p = torch.from_numpy(A)\n" + PAIR.format("torch.matmul(p, p)"),
    "brought back": "p = x.cpu()\n" + PAIR.format("p @ p"),
    "only making": PAIR.format("p = cp.random.rand(9, 9)"),
    "only a copy": PAIR.format(f"p = c.to(device)\n{WAIT_TORCH}"),
    "no pair": "s = time.time()\nmatmul_cupy(a, b)",
    "two other times": "s = time.time()\ne = time.time()\nmatmul_cupy(a, b)\nprint(e - s)",
    "pure Python": "def mm(p, q):\n    return [[sum(u * v for u, v in zip(r, k)) for k in zip(*q)] "
    "for r in p]\n" + PAIR.format("mm([[1, 2]], [[1], [2]])"),
    "no GPU anywhere": PAIR.format("sum(i * i for i in range(10))"),
    "numpy where cupy is missing": "try:\n    import cupy as xp\nexcept ImportError:\n"
    "    import numpy as xp\np = xp.ones((9, 9))\n" + PAIR.format("xp.dot(p, p)"),
    "not written as a difference": "s = time.time()\na @ b\nprint(s, time.time())",
    "whole program": "def main():\n    z = matmul_numpy(A, B)\n" + PAIR.format("main()"),
    "numpy with cupy beside": PAIR.format("z = matmul_numpy(A, B)") + "\nmatmul_cupy(a, b)",
}

# Where the tensors are nobody can say: a function that nothing calls, an argument of the command.
UNSURE = {
    "inside the exercise's function": "def mm(p, q):\n    s = time.time()\n"
    "    z = torch.matmul(p, q)\n    print(time.time() - s)\n    return z",
    "device from the command line": "import sys\np = torch.rand(9, 9).to(sys.argv[1])\n"
    + PAIR.format("p @ p"),
}

SETUP = {
    "numpy's random": f"p = np.random.rand(n, n)\nz = a @ b\n{WAIT_CUPY}",
    "cupy's random": f"p = cp.random.rand(n, n)\nz = p @ p\n{WAIT_CUPY}",
    "torch's random": f"p = torch.rand(n, n, device=device)\nz = p @ p\n{WAIT_TORCH}",
    "cuda": f"p = c.cuda()\nz = p @ p\n{WAIT_TORCH}",
    "to": f"p = c.to(device)\nz = p @ p\n{WAIT_TORCH}",
    "to cuda": f"p = c.to('cuda')\nz = p @ p\n{WAIT_TORCH}",
    "asarray": f"p = cp.asarray(A)\nz = p @ p\n{WAIT_CUPY}",
    "array": f"z = matmul_cupy(cp.array(A), cp.array(B))\n{WAIT_CUPY}",
    "tensor": f"p = torch.tensor([[1.0]], device=device)\nz = p @ p\n{WAIT_TORCH}",
    "own maker": f"p = make(n)\nz = a @ b\n{WAIT_CUPY}",
}
NO_SETUP = {
    "made before": "p = cp.random.rand(n, n)\n" + PAIR.format(f"p @ p\n{WAIT_CUPY}"),
    "copied before": "p = c.to(device)\n" + PAIR.format(f"p @ p\n{WAIT_TORCH}"),
    "room for the result": PAIR.format(f"z = cp.zeros((n, n))\nz[:] = a @ b\n{WAIT_CUPY}"),
    "already there": PAIR.format(f"p = x.to(device)\nz = p @ p\n{WAIT_TORCH}"),
    "already an array": PAIR.format(f"p = cp.asarray(a)\nz = p @ p\n{WAIT_CUPY}"),
    "result brought back": PAIR.format("z = cp.asnumpy(a @ b)"),
    "seeded": PAIR.format(f"cp.random.seed(1)\nz = a @ b\n{WAIT_CUPY}"),
    "made after": PAIR.format(f"z = a @ b\n{WAIT_CUPY}") + "\np = np.random.rand(3, 3)",
    "inputs of unknown kind": "def mm(p, q):\n    return cp.dot(cp.asarray(p), cp.asarray(q))\n"
    "def bench(p):\n    s = time.time()\n    mm(p, p).get()\n    return time.time() - s",
    "random numbers of the CPU only": PAIR.format("p = np.random.rand(3, 3)\np @ p"),
}
MAKER = "def make(m):\n    return np.random.rand(m, m)\n"

# Whole pieces of programs, as students write them.
QUIET_PIECES = {
    "try sync": """
s = time.time()
z = a @ b
try:
    cp.cuda.Device().synchronize()
except Exception:
    pass
w = time.time() - s
""",
    "flag sync": """
def bench(f, p, gpu=False):
    s = time.time()
    f(p, p)
    if gpu:
        torch.cuda.synchronize()
    return time.time() - s
bench(matmul_torch, x, gpu=True)
bench(matmul_cupy, a, True)
bench(matmul_numpy, A)
""",
    "map by lib": """
def sync(lib):
    if lib == 'cupy':
        cp.cuda.Stream.null.synchronize()
    elif lib == 'torch':
        torch.cuda.synchronize()
for lib, f, p in [('cupy', matmul_cupy, a), ('torch', matmul_torch, x)]:
    s = time.time()
    f(p, p)
    sync(lib)
    w = time.time() - s
""",
    "dict of sync": """
S = {'cupy': cp.cuda.Stream.null.synchronize, 'torch': torch.cuda.synchronize}
F = {'cupy': (matmul_cupy, a), 'torch': (matmul_torch, x)}
for k in F:
    f, p = F[k]
    s = time.time()
    f(p, p)
    S[k]()
    w = time.time() - s
""",
    "finally": """
s = time.time()
try:
    z = a @ b
finally:
    torch.cuda.synchronize()
w = time.time() - s
""",
    "time_fn sync arg None": """
def tm(f, sync=None):
    s = time.perf_counter()
    f()
    if sync is not None:
        sync()
    return time.perf_counter() - s
tm(lambda: a @ b, cp.cuda.Device(0).synchronize)
tm(lambda: A @ B)
""",
    "class method sync": """
class B:

    def __init__(self, dev):
        self.dev = dev

    def sync(self):
        if self.dev.type == 'cuda':
            torch.cuda.synchronize()

    def run(self, f, *p):
        self.sync()
        s = time.time()
        f(*p)
        self.sync()
        return time.time() - s
B(torch.device('cuda')).run(matmul_torch, x, y)
""",
    "stream ctx": """
with cp.cuda.Stream() as st:
    s = time.time()
    z = a @ b
    st.synchronize()
    w = time.time() - s
""",
    "stream var": """
st = cp.cuda.Stream(non_blocking=True)
s = time.time()
z = a @ b
st.synchronize()
w = time.time() - s
""",
    "get free": """
s = time.time()
z = a @ b
c0 = z.get()
w = time.time() - s
""",
    "max": """
s = time.time()
z = a @ b
print('max', cp.max(z))
w = time.time() - s
""",
    "numpy assert": """
s = time.time()
z = a @ b
np.testing.assert_allclose(cp.asnumpy(z), A @ B)
w = time.time() - s
""",
    "total time of program": """
T = time.time()
z = matmul_cupy(a, b)
print(z)
print(time.time() - T)
""",
    "elapsed nested start": """
t0 = time.time()
z = a @ b
cp.cuda.Stream.null.synchronize()
t1 = time.time()
z = x @ y
torch.cuda.synchronize()
t2 = time.time()
print(t1 - t0, t2 - t1)
""",
    "cpu first then gpu copy timing": """
s = time.time()
p = cp.asarray(A)
cp.cuda.Stream.null.synchronize()
w = time.time() - s
""",
    "device none cpu string": """
DEVICE = 'cpu'
p = torch.rand(3, 3).to(DEVICE)
s = time.time()
matmul_torch(p, p)
w = time.time() - s
""",
    "torch numpy bridge": """
def mt(p, q):
    p = torch.tensor(p)
    q = torch.tensor(q)
    return (p @ q).numpy()
s = time.time()
mt(A, B)
w = time.time() - s
""",
    "tensors from lists": """
def mt(p, q):
    return torch.matmul(torch.tensor(p), torch.tensor(q)).tolist()
s = time.time()
mt([[1.0]], [[2.0]])
w = time.time() - s
""",
    "walrus": """
s = time.time()
if (z := (a @ b)).sum() > 0:
    pass
w = time.time() - s
""",
    "np.asarray(tensor.cpu())": """
s = time.time()
np.asarray(matmul_torch(x, y).cpu())
w = time.time() - s
""",
    "async to": """
s = time.time()
z = (x @ y).to('cpu', non_blocking=False)
w = time.time() - s
""",
    "stopwatch list": """
ts = [time.time()]
z = a @ b
cp.cuda.Device().synchronize()
ts.append(time.time())
z = A @ B
ts.append(time.time())
d = [ts[i + 1] - ts[i] for i in range(2)]
""",
    "numpy with name cp": """
import numpy as cp
p = cp.random.rand(2, 2)
s = time.time()
cp.dot(p, p)
w = time.time() - s
""",
    "use only if": """
def f():
    if not torch.cuda.is_available():
        p = torch.rand(3, 3)
        s = time.time()
        p @ p
        print(time.time() - s)
f()
""",
}

UNWAITED_PIECES = {
    "use_cuda var": """
use_cuda = torch.cuda.is_available()
dev = torch.device('cuda' if use_cuda else 'cpu')
p = torch.rand(2, 2, device=dev)
s = time.time()
p @ p
w = time.time() - s
""",
    "for over sizes w func": """
def run(n):
    p = cp.random.random((n, n))
    s = time.perf_counter()
    matmul_cupy(p, p)
    return time.perf_counter() - s
res = [run(n) for n in (1, 2)]
""",
    "min of repeats": """
best = min(timeit.repeat(lambda: matmul_cupy(a, b), number=1, repeat=3))
""",
    "elapsed in f-string": """
s = time.time()
z = matmul_torch(x, y)
print(f'{time.time() - s:.3f}s')
""",
    "round": """
s = time.time()
z = matmul_torch(x, y)
e = time.time()
print(round(e - s, 4))
""",
    "global timer fns": """
def tic():
    global _t
    _t = time.time()

def toc():
    print(time.time() - _t)
tic()
a @ b
toc()
""",
    "methods": """
s = time.time()
z = a.dot(b)
e = time.time()
print(e - s)
""",
    "dataclass": """
from dataclasses import dataclass

@dataclass
class R:
    t: float
s = time.time()
z = a.dot(b)
r = R(time.time() - s)
""",
}

STRANGE = [
    "def f(g):\n    return f(f)\nf(f)",
    "x = x\nwhile True:\n    y = y @ y",
    "class A(A): pass\nA().b.c = A",
    "[*z] = q\n{**m}\nlambda *a, **k: 0",
    "match a:\n    case [1, *r]: time.time() - 1\n",
    "import nothing\nfrom . import nowhere\nfrom torch import *",
    "def g():\n    yield 1\n    yield from g()\nwith g() as h: pass",
]
