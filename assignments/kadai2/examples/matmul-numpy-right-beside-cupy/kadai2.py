import cupy as cp
import numpy as np
import torch
from torch import nn


class Layer(nn.Module):
    def forward(self, x):
        return x


@torch.no_grad()
def matmul_torch(a, b):
    return torch.matmul(a, b)


def matmul_cupy(a, b, dtype=cp.float32):
    return cp.dot(a, b)


def matmul_numpy(a, b):
    return np.dot(a, b)
