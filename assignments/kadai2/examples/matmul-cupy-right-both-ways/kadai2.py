import cupy as cp
import numpy as np


def matmul_cupy(a, b):
    c = cp.matmul(cp.asarray(a), cp.asarray(b))
    cp.cuda.Stream.null.synchronize()
    return cp.asnumpy(c)
