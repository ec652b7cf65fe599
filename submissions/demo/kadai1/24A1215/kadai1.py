# 課題1 行列積 24A1215
import time

n = 3
a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
b = [[1, 0, 2], [0, 1, 1], [3, 1, 0]]
c = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]

start = time.time()
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
end = time.time()

for i in range(n):
    print(c[i])
print("実行時間:", end - start, "秒")
