"""Data made or copied to the device between two reads of a clock."""

import pytest

from tests.policy.timing import PAIR, START, WAIT_CUPY, WAIT_TORCH, timed

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
    "list": f"p = [[i + j for j in range(n)] for i in range(n)]\nz = a @ b\n{WAIT_CUPY}",
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


@pytest.mark.parametrize("work", SETUP.values(), ids=SETUP)
def test_data_made_or_copied_inside_is_found(work: str) -> None:
    """Its line is named."""
    (pair,) = timed(START + MAKER + PAIR.format(work))
    assert pair.synchronized
    assert pair.setup


@pytest.mark.parametrize("code", NO_SETUP.values(), ids=NO_SETUP)
def test_nothing_else_is_setup(code: str) -> None:
    """Arrays made before, and room for results, are no part of it."""
    assert [one.setup for one in timed(START + code) if one.setup] == []
