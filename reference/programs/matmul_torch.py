"""Known answer: the matrix product with PyTorch."""

import torch


def matmul(a, b):
    """Returns the product of two matrices of n x n."""
    return torch.matmul(a, b)
