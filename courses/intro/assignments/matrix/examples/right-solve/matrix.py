import numpy as np
def solve(a, b):
    a = np.array(a, dtype=float)
    b = np.array(b, dtype=float)
    n = len(b)
    for k in range(n):
        p = k + np.argmax(np.abs(a[k:, k]))
        a[[k, p]] = a[[p, k]]
        b[[k, p]] = b[[p, k]]
        for i in range(n):
            if i != k:
                f = a[i, k] / a[k, k]
                a[i] -= f * a[k]
                b[i] -= f * b[k]
    return b / np.diag(a)
