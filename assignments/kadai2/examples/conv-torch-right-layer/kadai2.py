import torch
from torch import nn


class Filter(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 1, kernel_size=3, bias=False)

    def forward(self, x):
        return self.conv(x)


def conv_torch(x, w):
    model = Filter().to(x.device)
    with torch.no_grad():
        model.conv.weight.copy_(w)
    return model(x)
