import torch
import torch.nn.functional as F


def conv2d_torch(x, w):
    n = x.shape[-1]
    y = F.conv2d(x.reshape(1, 1, n, n), w.reshape(1, 1, 3, 3))
    return y.squeeze()
