import time


def matmul(a, b):
    print(a, b)
    raise SystemExit
