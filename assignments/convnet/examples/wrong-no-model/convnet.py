import torch


def show(x):
    print(x.shape)


def main(n):
    x = torch.zeros(n, 1, 4, 4)
    show(x)


main(3)
