"""Known answer: the 3x3 convolution (valid, not flipped) with CuPy."""

import cupy as cp


def convolution(image, kernel):
    """Returns the 3x3 correlation of an image of n x n with a kernel: (n-2) x (n-2)."""
    image, kernel = cp.asarray(image), cp.asarray(kernel)
    height, width = image.shape[0] - 2, image.shape[1] - 2
    result = cp.zeros((height, width), dtype=image.dtype)
    for p in range(3):
        for q in range(3):
            result += kernel[p, q] * image[p : p + height, q : q + width]
    return result
