import numpy as np
from scipy import signal


def conv_numpy(x, w):
    return signal.convolve2d(x, w, mode="valid")


if __name__ == "__main__":
    laplacian = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]])
    x = np.random.rand(8, 8)
    print(np.allclose(conv_numpy(x, laplacian), signal.correlate2d(x, laplacian, "valid")))
