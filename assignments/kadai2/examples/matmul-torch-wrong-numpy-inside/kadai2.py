import numpy as np
import torch


def matmul_torch(a, b):
    return torch.from_numpy(np.dot(a.cpu().numpy(), b.cpu().numpy()))
