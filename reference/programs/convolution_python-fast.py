"""Baseline: the 3x3 convolution (valid, not flipped) with as little bookkeeping as lists need."""


def convolution(image, kernel):
    """Returns the 3x3 correlation of an image of n x n with a kernel: (n-2) x (n-2)."""
    (a, b, c), (d, e, f), (g, h, k) = kernel
    result = []
    for top, middle, low in zip(image, image[1:], image[2:]):
        nine = (one[start:] for one in (top, middle, low) for start in range(3))
        result.append([
            a * p + b * q + c * r + d * s + e * t + f * u + g * v + h * w + k * x
            for p, q, r, s, t, u, v, w, x in zip(*nine)
        ])
    return result
