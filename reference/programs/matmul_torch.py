# Known answer: the matrix product with PyTorch.
import torch


def matmul(a, b):
    return torch.matmul(a, b)
