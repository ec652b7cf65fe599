"""Timed pairs without waiting for the device: what is told, and what must not be."""

import json

import pytest

from grader.model.static import Certainty, ParseStatus, SourceFacts
from grader.policy.frames import pack_facts, unpack_facts
from tests.policy.timing import PAIR, START, WAIT_CUPY, WAIT_TORCH, timed

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
    "tolist": PAIR.format("z = (x @ y).tolist()"),
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


@pytest.mark.parametrize("code", UNWAITED.values(), ids=UNWAITED)
def test_a_pair_that_does_not_wait_is_found(code: str) -> None:
    """The work is surely on the GPU, and the second read surely does not wait."""
    found = [one for one in timed(START + code) if not one.synchronized]
    assert [one.certainty for one in found] == [Certainty.SURE]


@pytest.mark.parametrize("code", QUIET.values(), ids=QUIET)
def test_nothing_else_is_accused(code: str) -> None:
    """A pair that waits, or whose work is not on a GPU, accuses nobody."""
    assert [one for one in timed(START + code) if not one.synchronized] == []


UNSURE = {
    "inside the exercise's function": "def mm(p, q):\n    s = time.time()\n"
    "    z = torch.matmul(p, q)\n    print(time.time() - s)\n    return z",
    "device from the command line": "import sys\np = torch.rand(9, 9).to(sys.argv[1])\n"
    + PAIR.format("p @ p"),
    "device by a switch": "dev = 'cuda' if n > 10 else 'cpu'\np = torch.rand(9, 9, device=dev)\n"
    + PAIR.format("p @ p"),
}


@pytest.mark.parametrize("code", UNSURE.values(), ids=UNSURE)
def test_an_unknown_device_is_not_sure(code: str) -> None:
    """Where the tensors are is not in the text."""
    found = [one for one in timed(START + code) if not one.synchronized]
    assert {one.certainty for one in found} <= {Certainty.UNSURE}


def test_a_pair_names_what_it_reaches() -> None:
    """The functions between the reads, the library's, and the piece of work as it is written."""
    (pair,) = timed(START + PAIR.format("z = matmul_torch(x, y)"))
    assert (pair.library, pair.work) == ("torch", "matmul_torch(x, y)")
    assert pair.reaches == ("matmul_torch",)
    assert pair.apis == ("torch.matmul",)
    assert pair.start.text == "s = time.time()"


def test_functions_of_helper_files_are_followed() -> None:
    """A timer of the student's own may be in another file."""
    helper = (
        "import time\ndef measure(f):\n    s = time.time()\n    f()\n    return time.time() - s"
    )
    code = "from clock import measure\nmeasure(lambda: matmul_cupy(a, b))"
    (pair,) = timed(START + code, {"clock.py": helper})
    assert (pair.start.file, pair.synchronized) == ("clock.py", False)


@pytest.mark.parametrize(
    "code",
    [
        "def f(g):\n    return f(f)\nf(f)",
        "x = x\nwhile True:\n    y = y @ y",
        "class A(A): pass\nA().b.c = A",
        "[*z] = q\n{**m}\nlambda *a, **k: 0",
        "match a:\n    case [1, *r]: time.time() - 1\n",
        "import nothing\nfrom . import nowhere\nfrom torch import *",
        "def g():\n    yield 1\n    yield from g()\nwith g() as h: pass",
    ],
)
def test_strange_programs_are_followed(code: str) -> None:
    """They end, without a pair."""
    assert timed(START + code) == ()


def test_a_program_too_long_to_follow_accuses_nobody() -> None:
    """Calls that double at every level end."""
    calls = "".join(f"def f{i}():\n" + f"    f{i + 1}()\n" * 6 for i in range(11))
    code = START + calls + "def f11(): 1\nf0()\n" + PAIR.format("a @ b")
    assert timed(code) == ()


def test_pairs_leave_the_reader_process_unchanged() -> None:
    """They travel as JSON."""
    pairs = timed(START + PAIR.format(f"p = c.to(device)\nz = p @ p\n{WAIT_TORCH}"))
    facts = SourceFacts(status=ParseStatus.OK, timed=pairs)
    assert pairs[0].setup
    assert unpack_facts(json.loads(json.dumps(pack_facts(facts)))) == facts
