import numpy as np
def spiral(n):
    a = np.zeros((n, n), dtype=int)
    i, j, di, dj = 0, 0, 0, 1
    for v in range(1, n * n + 1):
        a[i, j] = v
        if a[(i + di) % n, (j + dj) % n]:
            di, dj = dj, -di
        i += di
        j += dj
    return a
