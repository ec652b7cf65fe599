import time

n = 50
a = [[i + j for j in range(n)] for i in range(n)]
b = [[i - j for j in range(n)] for i in range(n)]
start = time.time()
c = [[a[i][j] + b[i][j] for j in range(n)] for i in range(n)]
print(n, time.time() - start)
