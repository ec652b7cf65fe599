"""Known answer: the 3x3 convolution (valid, not flipped) with PyTorch."""

import torch
import torch.nn.functional as F


def convolution(image, kernel):
    """Returns the 3x3 correlation of an image of n x n with a kernel: (n-2) x (n-2)."""
    x = image.reshape(1, 1, *image.shape[-2:])
    k = kernel.reshape(1, 1, *kernel.shape[-2:])
    with torch.no_grad():
        return F.conv2d(x, k)
