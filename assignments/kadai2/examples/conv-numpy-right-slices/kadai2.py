import numpy as np


def conv2d_numpy(x, w):
    rows, columns = x.shape[0] - 2, x.shape[1] - 2
    y = np.zeros((rows, columns))
    for p in range(3):
        for q in range(3):
            y += w[p, q] * x[p : p + rows, q : q + columns]
    return y
