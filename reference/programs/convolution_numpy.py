"""Known answer: the 3x3 convolution (valid, not flipped) with NumPy."""

import numpy as np


def convolution(image, kernel):
    """Returns the 3x3 correlation of an image of n x n with a kernel: (n-2) x (n-2)."""
    height, width = image.shape[0] - 2, image.shape[1] - 2
    result = np.zeros((height, width), dtype=image.dtype)
    for p in range(3):
        for q in range(3):
            result += kernel[p, q] * image[p : p + height, q : q + width]
    return result
