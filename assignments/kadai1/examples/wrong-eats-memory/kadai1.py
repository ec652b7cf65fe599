def matmul(a, b):
    c = [0] * 1000
    while True:
        c = c * 1000
