"""Programs that time work for a GPU, in the ways in which people do."""

from typing import Final

TORCH = """
import time
import torch
import numpy as np
dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
def matmul_torch(a, b):
    return torch.matmul(a, b)
"""
CUPY = """
import time
import numpy as np
import cupy as cp
def matmul_cupy(a, b):
    return cp.matmul(a, b)
"""
BOTH = TORCH + CUPY

# Each has one pair, or more, that does not wait.
UNWAITED: Final = {
    "decorator with arguments": TORCH
    + """
import functools
def timeit_(repeat=3, label=""):
    def outer(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            best = float("inf")
            for _ in range(repeat):
                t0 = time.perf_counter()
                out = f(*args, **kwargs)
                best = min(best, time.perf_counter() - t0)
            print(f"{label}: {best * 1e3:.3f} ms")
            return out
        return inner
    return outer

@timeit_(repeat=2, label="torch")
def run(a, b):
    return matmul_torch(a, b)

for n in (128, 256):
    run(torch.randn(n, n, device=dev), torch.randn(n, n, device=dev))
""",
    "class Timer with a property": TORCH
    + """
class Timer:
    def __init__(self):
        self._start = self._end = None
    def __enter__(self):
        self._start = time.time()
        return self
    def __exit__(self, *exc):
        self._end = time.time()
    @property
    def seconds(self):
        return self._end - self._start

a = torch.rand(500, 500).to(dev)
with Timer() as t:
    c = matmul_torch(a, a)
print(t.seconds)
""",
    "lists of times": CUPY
    + """
sizes = [64, 128, 256]
starts, ends = [], []
for n in sizes:
    a = cp.random.rand(n, n); b = cp.random.rand(n, n)
    starts.append(time.time())
    c = matmul_cupy(a, b)
    ends.append(time.time())
times = [e - s for s, e in zip(starts, ends)]
print(times)
""",
    "timeit with a string": TORCH
    + """
import timeit
a = torch.rand(256, 256, device=dev)
t = timeit.timeit("matmul_torch(a, a)", globals=globals(), number=100)
print(t / 100)
""",
    "timeit.Timer with repeat": CUPY
    + """
from timeit import Timer
a = cp.ones((256, 256))
print(min(Timer(lambda: matmul_cupy(a, a)).repeat(5, 20)) / 20)
""",
    "a warm-up that waits, a loop that does not": TORCH
    + """
a = torch.rand(512, 512, device=dev)
for _ in range(5):
    matmul_torch(a, a)
torch.cuda.synchronize()
t0 = time.time()
for _ in range(100):
    c = matmul_torch(a, a)
print((time.time() - t0) / 100)
""",
    "main and measure": BOTH
    + """
def measure(func, *args, n=10):
    func(*args)
    start = time.perf_counter()
    for _ in range(n):
        func(*args)
    end = time.perf_counter()
    return (end - start) / n

def main():
    result = {}
    for size in range(100, 400, 100):
        a = np.random.rand(size, size).astype(np.float32)
        b = np.random.rand(size, size).astype(np.float32)
        ac, bc = cp.asarray(a), cp.asarray(b)
        at, bt = torch.from_numpy(a).to(dev), torch.from_numpy(b).to(dev)
        gpu = measure(matmul_cupy, ac, bc), measure(matmul_torch, at, bt)
        result[size] = (measure(np.dot, a, b), *gpu)
    for size, row in result.items():
        print(size, *(f"{t:.6f}" for t in row))

if __name__ == "__main__":
    main()
""",
    "milliseconds": CUPY
    + """
a = cp.random.rand(300, 300, dtype=cp.float32)
start_ms = time.time() * 1000
c = a @ a
end_ms = time.time() * 1000
print("%.2f ms" % (end_ms - start_ms))
""",
    "checked before, with small matrices": TORCH
    + """
small = torch.arange(4.0, device=dev).reshape(2, 2)
assert torch.allclose(matmul_torch(small, small), small @ small)
a = torch.rand(1000, 1000, device=dev)
t = time.time()
c = matmul_torch(a, a)
t = time.time() - t
print("time", t, "value", c[0, 0].item())
""",
    "datetime": TORCH
    + """
from datetime import datetime
a = torch.rand(100, 100).cuda()
begin = datetime.now()
c = a.mm(a)
end = datetime.now()
print((end - begin).total_seconds())
""",
    "a layer": TORCH
    + """
import torch.nn as nn
conv = nn.Conv2d(1, 1, kernel_size=3, bias=False).to(dev)
conv.weight.data = torch.tensor([[[[0., 1, 0], [1, -4, 1], [0, 1, 0]]]]).to(dev)
for n in (64, 128, 256):
    x = torch.rand(1, 1, n, n, device=dev)
    with torch.no_grad():
        t0 = time.perf_counter()
        y = conv(x)
        t1 = time.perf_counter()
    print(n, y.shape, t1 - t0)
""",
    "a convolution of slices": CUPY
    + """
def conv_cupy(x, w):
    h, v = x.shape[0] - 2, x.shape[1] - 2
    y = cp.zeros((h, v), dtype=x.dtype)
    for i in range(3):
        for j in range(3):
            y += x[i:i + h, j:j + v] * w[i, j]
    return y
x, w = cp.random.rand(200, 200), cp.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]], dtype=float)
s = time.time()
y = conv_cupy(x, w)
print(time.time() - s)
""",
    "cupyx.scipy.signal": CUPY
    + """
from cupyx.scipy import signal
img, k = cp.ones((512, 512), cp.float32), cp.ones((3, 3), cp.float32)
tic = time.perf_counter()
out = signal.convolve2d(img, k, mode="valid")
toc = time.perf_counter()
print(out.shape, toc - tic)
""",
    "events that are only recorded, with a clock around": TORCH
    + """
start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
a = torch.rand(64, 64, device="cuda")
t0 = time.time()
start.record()
matmul_torch(a, a)
end.record()
print(time.time() - t0)
torch.cuda.synchronize()
print(start.elapsed_time(end))
""",
    "a dictionary of lists": BOTH
    + """
from collections import defaultdict
log = defaultdict(list)
a = cp.random.rand(100, 100)
for _ in range(3):
    log["s"].append(time.perf_counter_ns())
    matmul_cupy(a, a)
    log["e"].append(time.perf_counter_ns())
print([(e - s) / 1e9 for s, e in zip(log["s"], log["e"])])
""",
    "a plain Python sweep before it": CUPY
    + """
def matmul_python(a, b):
    n = len(a)
    c = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
for n in [100, 200, 400]:
    a = [[1.0] * n for _ in range(n)]
    s = time.time(); matmul_python(a, a); print(n, time.time() - s)
for n in [1000, 2000, 4000]:
    a = np.random.rand(n, n)
    s = time.time(); np.dot(a, a); print(n, time.time() - s)
for n in [1000, 2000, 4000]:
    a = cp.random.rand(n, n)
    s = time.time(); matmul_cupy(a, a); print(n, time.time() - s)
""",
    "synchronized before only": CUPY
    + """
def bench(f, *args):
    cp.cuda.Device().synchronize()
    s = time.perf_counter()
    f(*args)
    return time.perf_counter() - s
a = cp.ones((100, 100))
print(bench(matmul_cupy, a, a))
""",
    "with matplotlib and a CSV file": TORCH
    + """
import csv
import matplotlib.pyplot as plt
ns, ts = [2 ** i for i in range(5, 11)], []
for n in ns:
    a = torch.rand(n, n, device=dev)
    t0 = time.time()
    matmul_torch(a, a)
    ts.append(time.time() - t0)
with open("times.csv", "w") as f:
    csv.writer(f).writerows(zip(ns, ts))
fig, ax = plt.subplots()
ax.plot(ns, ts, "o-")
fig.savefig("t.png")
""",
    "a function of sizes with a default": TORCH
    + """
def bench(sizes=(128, 256), device="cuda"):
    out = []
    for n in sizes:
        a = torch.empty(n, n, device=device).uniform_()
        t0 = time.monotonic()
        matmul_torch(a, a)
        out.append(time.monotonic() - t0)
    return out
""",
    "training with Adam": TORCH
    + """
net = torch.nn.Sequential(torch.nn.Linear(9, 9), torch.nn.ReLU(), torch.nn.Linear(9, 1)).to(dev)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
x = torch.rand(16, 9, device=dev)
t = time.time()
for _ in range(5):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(time.time() - t)
""",
    "a long recursion before it": CUPY
    + """
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
t = time.time(); fib(32); print(time.time() - t)
a = cp.ones((9, 9))
t = time.time(); a @ a; print(time.time() - t)
""",
    "einsum and a tuple of times": CUPY
    + """
a = cp.arange(100 * 100, dtype=cp.float32).reshape(100, 100)
t = (time.time(), cp.einsum("ij,jk->ik", a, a), time.time())
print(t[2] - t[0])
""",
}

# In each the device is waited for, or nothing of it is timed.
QUIET: Final = {
    "decorator that waits": TORCH
    + """
def timer(f):
    def inner(*a):
        torch.cuda.synchronize(); t = time.time()
        r = f(*a)
        torch.cuda.synchronize(); print(time.time() - t)
        return r
    return inner
@timer
def run(a):
    return a @ a
run(torch.rand(64, 64, device=dev))
""",
    "events alone": TORCH
    + """
a = torch.rand(300, 300, device=dev)
start = torch.cuda.Event(enable_timing=True)
end = torch.cuda.Event(enable_timing=True)
times = []
for _ in range(10):
    start.record()
    matmul_torch(a, a)
    end.record()
    end.synchronize()
    times.append(start.elapsed_time(end))
print(sum(times) / len(times))
""",
    "cupyx benchmark": CUPY
    + """
from cupyx.profiler import benchmark
a = cp.random.rand(200, 200)
t0 = time.time()
r = benchmark(matmul_cupy, (a, a), n_repeat=20, n_warmup=2)
print(r, r.gpu_times.mean(), time.time() - t0)
""",
    "cupy events": CUPY
    + """
s, e = cp.cuda.Event(), cp.cuda.Event()
a = cp.random.rand(200, 200)
t = time.time()
s.record(); c = matmul_cupy(a, a); e.record(); e.synchronize()
print(cp.cuda.get_elapsed_time(s, e), time.time() - t)
""",
    "a wait chosen by the library": BOTH
    + """
WAIT = {"numpy": lambda: None, "torch": torch.cuda.synchronize}
WAIT["cupy"] = cp.cuda.Stream.null.synchronize
def bench(name, f, a, repeat=3):
    f(a, a); WAIT[name]()
    best = 1e9
    for _ in range(repeat):
        t = time.perf_counter(); f(a, a); WAIT[name]()
        best = min(best, time.perf_counter() - t)
    return best
x = np.random.rand(100, 100)
print(bench("numpy", np.dot, x), bench("cupy", matmul_cupy, cp.asarray(x)),
      bench("torch", matmul_torch, torch.from_numpy(x).to(dev)))
""",
    "timeit that waits": TORCH
    + """
import timeit
a = torch.rand(64, 64, device=dev)
def once():
    matmul_torch(a, a)
    torch.cuda.synchronize()
print(timeit.timeit(once, number=1000), min(timeit.repeat(once, number=10, repeat=3)))
""",
    "the result is fetched": CUPY
    + """
a = cp.random.rand(100, 100)
s = time.time()
c = cp.asnumpy(matmul_cupy(a, a))
e = time.time()
print(c.mean(), e - s)
""",
    "waits in a base class": TORCH
    + """
class Bench:
    def setup(self, n): ...
    def wait(self): pass
    def run(self, n):
        self.setup(n); self.wait()
        t = time.time(); self.work(); self.wait()
        return time.time() - t
class Gpu(Bench):
    def setup(self, n): self.a = torch.rand(n, n, device=dev)
    def wait(self): torch.cuda.synchronize(dev)
    def work(self): self.c = matmul_torch(self.a, self.a)
for n in (10, 20): print(Gpu().run(n))
""",
    "on the CPU": TORCH
    + """
for n in (100, 1000, 3000):
    a = torch.rand(n, n)
    t = time.time(); c = matmul_torch(a, a); print(n, time.time() - t)
""",
    "a switch that says CPU": TORCH
    + """
USE_GPU = False
device = "cuda" if USE_GPU and torch.cuda.is_available() else "cpu"
a = torch.rand(100, 100, device=device)
t = time.time(); matmul_torch(a, a); print(time.time() - t)
""",
    "waits in the last turn": TORCH
    + """
a = torch.rand(100, 100, device=dev)
t = time.time()
for i in range(50):
    c = matmul_torch(a, a)
    if i == 49:
        torch.cuda.synchronize()
print(time.time() - t)
""",
    "a stream of its own": CUPY
    + """
stream = cp.cuda.Stream(non_blocking=True)
a = cp.random.rand(64, 64)
with stream:
    t = time.perf_counter()
    c = matmul_cupy(a, a)
stream.synchronize()
print(time.perf_counter() - t)
""",
    "an exit handler that waits": CUPY
    + """
from contextlib import contextmanager
@contextmanager
def stopwatch(name):
    cp.cuda.Device().synchronize()
    s = time.time()
    try:
        yield
    finally:
        cp.cuda.Device().synchronize()
        print(name, time.time() - s)
a = cp.random.rand(64, 64)
with stopwatch("mm"):
    matmul_cupy(a, a)
""",
    "prints a sum": TORCH
    + """
a = torch.rand(64, 64, device=dev)
t = time.time()
c = matmul_torch(a, a)
print(f"sum = {c.sum().item():.3f}")
print(f"{time.time() - t:.3f} s")
""",
    "compared on the host": BOTH
    + """
x = np.random.rand(50, 50)
t = time.time()
ok = np.allclose(cp.asnumpy(matmul_cupy(cp.asarray(x), cp.asarray(x))), x @ x)
print(ok, time.time() - t)
""",
    "a helper that guesses the library": BOTH
    + """
def sync(a):
    if isinstance(a, torch.Tensor):
        if a.is_cuda:
            torch.cuda.synchronize()
    elif isinstance(a, cp.ndarray):
        cp.cuda.get_current_stream().synchronize()
def clock(f, a):
    t = time.time(); f(a, a); sync(a)
    return time.time() - t
print(clock(matmul_torch, torch.rand(9, 9, device=dev)), clock(matmul_cupy, cp.ones((9, 9))))
print(clock(np.dot, np.ones((9, 9))))
""",
    "waits by the device's type": TORCH
    + """
def now(device):
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return time.perf_counter()
a = torch.rand(64, 64, device=dev)
s = now(a.device); matmul_torch(a, a); e = now(a.device)
print(e - s)
""",
    "what CuPy lacks is caught": CUPY
    + """
def wait():
    try:
        cp.cuda.not_there_at_all.synchronize()
    except AttributeError:
        cp.cuda.Device().synchronize()
a = cp.ones((9, 9))
t = time.time(); a @ a; wait(); print(time.time() - t)
""",
    "ends by an exception after the work": CUPY
    + """
a = cp.ones((9, 9))
t = time.time()
a @ a
raise SystemExit(time.time())
""",
    "an event is asked until it is done": BOTH
    + """
a, e = cp.ones((64, 64)), cp.cuda.Event()
t = time.time()
a @ a
e.record()
while not e.done:
    pass
print(time.time() - t)
x, e = torch.ones(64, 64, device=dev), torch.cuda.Event()
t = time.time()
x @ x
e.record()
while not e.query():
    pass
print(time.time() - t)
""",
    "nobody knows whether it waits": CUPY
    + """
stream = cp.cuda.Stream()
a = cp.ones((64, 64))
t = time.time()
a @ a
stream.launch_host_func(print, 0)
print(time.time() - t)
""",
    "a kernel of its own, waited for": CUPY
    + """
square = cp.ElementwiseKernel("float32 x", "float32 y", "y = x * x", "square")
a = cp.ones((64, 64), dtype=cp.float32)
t = time.time()
y = square(a)
cp.cuda.runtime.deviceSynchronize()
print(time.time() - t)
""",
}
