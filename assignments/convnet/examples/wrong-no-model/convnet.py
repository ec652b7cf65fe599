import torch
import torch.nn as nn


def show(x):
    print(x.shape)


def main(n):
    x = torch.randn(n, 1, 4, 4)
    show(nn.functional.pad(x, (1, 1, 1, 1)))


main(3)
