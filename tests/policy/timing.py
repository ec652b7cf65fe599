"""Reads the timed pairs off short programs."""

from collections.abc import Mapping

from grader.model.static import TimedPair
from grader.policy.program import Program
from grader.policy.timers import find_timed
from tests.policy.sources import script

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


def timed(code: str, helpers: Mapping[str, str] | None = None) -> tuple[TimedPair, ...]:
    """Follows a program and its helper files."""
    main = script(code, "kadai2.py")
    others = [script(text, name) for name, text in (helpers or {}).items()]
    program = Program.of(main, others)
    for one in (main, *others):
        program.open(one.name)
    return find_timed(program, "kadai2.py")
