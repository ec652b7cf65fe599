import torch
from torch import nn


def conv_torch(x, w):
    torch.manual_seed(0)
    layer = nn.Conv2d(1, 1, 3).to(x.device)
    with torch.no_grad():
        layer.weight.copy_(w)
        return layer(x)
