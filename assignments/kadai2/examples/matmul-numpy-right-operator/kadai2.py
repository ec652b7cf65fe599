import numpy as np


def matmul_np(a, b):
    return (np.array(a) @ np.array(b)).tolist()
