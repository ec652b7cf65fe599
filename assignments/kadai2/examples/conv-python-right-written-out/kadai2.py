def tatamikomi_py(x, w):
    result = []
    for i in range(1, len(x) - 1):
        row = []
        for j in range(1, len(x[0]) - 1):
            row.append(
                x[i - 1][j - 1] * w[0][0] + x[i - 1][j] * w[0][1] + x[i - 1][j + 1] * w[0][2]
                + x[i][j - 1] * w[1][0] + x[i][j] * w[1][1] + x[i][j + 1] * w[1][2]
                + x[i + 1][j - 1] * w[2][0] + x[i + 1][j] * w[2][1] + x[i + 1][j + 1] * w[2][2]
            )
        result.append(row)
    return result
