try:
    import cupy as cp
except ImportError:
    cp = None

import torch


def matmul_torch(a, b):
    with torch.no_grad():
        return a @ b
