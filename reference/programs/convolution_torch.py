# Known answer: the 3x3 convolution (valid, not flipped) with PyTorch.
import torch
import torch.nn.functional as F


def convolution(image, kernel):
    x = image.reshape(1, 1, *image.shape[-2:])
    k = kernel.reshape(1, 1, *kernel.shape[-2:])
    with torch.no_grad():
        return F.conv2d(x, k)
