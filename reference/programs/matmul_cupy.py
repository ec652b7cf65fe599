# Known answer: the matrix product with CuPy.
import cupy as cp


def matmul(a, b):
    return cp.matmul(cp.asarray(a), cp.asarray(b))
