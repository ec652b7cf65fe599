import torch
from torch import nn


def main(size):
    model = nn.Sequential(nn.Conv2d(1, 1, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(size * size, 2))
    print(model(torch.randn(1, 1, size, size)).shape)


main(4)
