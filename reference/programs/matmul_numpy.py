# Known answer: the matrix product with NumPy.
import numpy as np


def matmul(a, b):
    return np.dot(a, b)
