import numpy as np

a = np.arange(9).reshape(3, 3)
b = np.arange(9, 18).reshape(3, 3)
c = [[0] * 3 for _ in range(3)]
for i in range(3):
    for j in range(3):
        for k in range(3):
            c[i][j] += int(a[i][k] * b[k][j])
print(c)
