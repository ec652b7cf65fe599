import numpy as np


def matmul_numpy(a, b):
    return np.matmul(a.astype(np.float32), b.astype(np.float32))
