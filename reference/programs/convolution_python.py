"""Known answer: the 3x3 convolution (valid, not flipped) with lists."""


def convolution(image, kernel):
    """Returns the 3x3 correlation of an image of n x n with a kernel: (n-2) x (n-2)."""
    height, width = len(image) - 2, len(image[0]) - 2
    result = [[0] * width for _ in range(height)]
    for i in range(height):
        for j in range(width):
            for p in range(3):
                for q in range(3):
                    result[i][j] += kernel[p][q] * image[i + p][j + q]
    return result
