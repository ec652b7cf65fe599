"""Known answer: the matrix product with NumPy."""

import numpy as np


def matmul(a, b):
    """Returns the product of two matrices of n x n."""
    return np.dot(a, b)
