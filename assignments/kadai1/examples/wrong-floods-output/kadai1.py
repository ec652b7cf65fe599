def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    while True:
        print(a, b, c, "." * 10000)
