"""Solves linear equations."""

import numpy as np


def solve(a, b):
    rows = np.column_stack([a, b]).astype(float)
    n = len(rows)
    for k in range(n):
        best = k + np.argmax(abs(rows[k:, k]))
        rows[[k, best]] = rows[[best, k]]
        for i in range(k + 1, n):
            rows[i] -= rows[i, k] / rows[k, k] * rows[k]
    x = np.zeros(n)
    for k in reversed(range(n)):
        x[k] = (rows[k, n] - rows[k, k + 1 : n] @ x[k + 1 :]) / rows[k, k]
    return x


def exchanges_no_rows(a, b):
    rows = np.column_stack([a, b]).astype(float)
    n = len(rows)
    for k in range(n):
        for i in range(k + 1, n):
            rows[i] -= rows[i, k] / rows[k, k] * rows[k]
    x = np.zeros(n)
    for k in reversed(range(n)):
        x[k] = (rows[k, n] - rows[k, k + 1 : n] @ x[k + 1 :]) / rows[k, k]
    return x


def check(x, a, b):
    x = np.asarray(x, dtype=float)
    return x.shape == b.shape and np.allclose(a @ x, b, rtol=1e-6, atol=1e-6)


def case(rng):
    n = rng.randint(2, 5)
    a = [[float(rng.randint(-9, 9)) for _ in range(n)] for _ in range(n)]
    for k in range(n):
        a[k][k] += 40
    rng.shuffle(a)
    b = [float(rng.randint(-9, 9)) for _ in range(n)]
    return f"solve(array({a!r}), array({b!r}))"
