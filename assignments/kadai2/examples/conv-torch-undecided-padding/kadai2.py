import torch
import torch.nn.functional as F


def conv_torch(x, w):
    return F.conv2d(x, w, padding=1)
