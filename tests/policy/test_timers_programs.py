"""Whole pieces of programs, as students write them: what is told about them, and what is not."""

import pytest

from grader.model.static import Certainty
from tests.policy.timing import START, timed

QUIET = {
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

UNWAITED = {
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


@pytest.mark.parametrize("code", QUIET.values(), ids=QUIET)
def test_nobody_is_accused(code: str) -> None:
    """They wait in their own way, or there is nothing to wait for."""
    assert [one for one in timed(START + code) if not one.synchronized] == []


@pytest.mark.parametrize("code", UNWAITED.values(), ids=UNWAITED)
def test_a_pair_that_does_not_wait_is_found(code: str) -> None:
    """However it is dressed."""
    found = [one for one in timed(START + code) if not one.synchronized]
    assert {one.certainty for one in found} == {Certainty.SURE}
