"""Known answer: the matrix product with CuPy."""

import cupy as cp


def matmul(a, b):
    """Returns the product of two matrices of n x n."""
    return cp.matmul(cp.asarray(a), cp.asarray(b))
