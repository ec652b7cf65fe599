# 24A1232
# 課題2
# matmul_cupy は CuPy のインストールでエラーが出たため、まだ書けていません
import numpy as np
import scipy.signal
import torch


def matmul_python(A, B):
    n = len(A)
    C = [[0 for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                C[i][j] += A[i][k] * B[k][j]
    return C


def matmul_numpy(A, B):
    return np.matmul(A, B)


def matmul_torch(A, B):
    return torch.matmul(A, B)


def conv_python(X, W):
    n = len(X) - 2
    Y = [[0 for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for p in range(3):
                for q in range(3):
                    Y[i][j] += X[i + p][j + q] * W[p][q]
    return Y


def conv_numpy(X, W):
    return scipy.signal.correlate2d(X, W, mode='valid')


class Tatamikomi(torch.nn.Module):
    """重みを後から入れる畳み込み層"""

    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 1, 3, bias=False)

    def forward(self, x, w):
        self.conv.weight = torch.nn.Parameter(w)
        return self.conv(x)


def conv_torch(X, W):
    with torch.no_grad():
        return Tatamikomi()(X, W)
