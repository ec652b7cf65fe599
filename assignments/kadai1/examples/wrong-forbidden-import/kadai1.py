import numpy as np


def matmul(a, b):
    return (np.array(a) @ np.array(b)).tolist()
