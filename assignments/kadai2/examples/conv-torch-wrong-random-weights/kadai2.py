import torch
from torch import nn


def conv_torch(x, w):
    layer = nn.Conv2d(1, 1, 3, bias=False).to(x.device)
    with torch.no_grad():
        return layer(x)
