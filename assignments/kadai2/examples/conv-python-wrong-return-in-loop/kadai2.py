def conv_python(x, w):
    n = len(x) - 2
    y = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for p in range(3):
                for q in range(3):
                    y[i][j] += w[p][q] * x[i + p][j + q]
        return y
