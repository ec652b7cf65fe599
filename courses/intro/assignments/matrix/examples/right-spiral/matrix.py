def spiral(n):
    a = [[0] * n for i in range(n)]
    top, bottom, left, right = 0, n - 1, 0, n - 1
    k = 1
    while top <= bottom and left <= right:
        for j in range(left, right + 1):
            a[top][j] = k; k += 1
        top += 1
        for i in range(top, bottom + 1):
            a[i][right] = k; k += 1
        right -= 1
        for j in range(right, left - 1, -1):
            a[bottom][j] = k; k += 1
        bottom -= 1
        for i in range(bottom, top - 1, -1):
            a[i][left] = k; k += 1
        left += 1
    return a
