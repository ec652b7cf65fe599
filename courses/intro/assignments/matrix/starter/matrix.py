"""第2回 行列 / Lab 2: Matrices."""

import numpy as np


def spiral(n):
    """右回りの渦巻き。 / A clockwise spiral."""
    raise NotImplementedError


def saddle_points(rows):
    """行で最大、列で最小の位置。 / Places that are largest in their row, smallest in their column."""
    raise NotImplementedError


def multiply(a, b):
    """疎行列の積。 / The product of sparse matrices."""
    raise NotImplementedError


def solve(a, b):
    """ax = b の解。 / The solution of ax = b."""
    raise NotImplementedError


def softmax(values):
    """合計が 1 になる割合。 / Shares that add up to 1."""
    raise NotImplementedError


if __name__ == "__main__":
    print(solve(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([3.0, 5.0])))
