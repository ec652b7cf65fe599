n = 2
a = [[1, 2], [3, 4]]
b = [[5, 6], [7, 8]]
c = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
print(c)
