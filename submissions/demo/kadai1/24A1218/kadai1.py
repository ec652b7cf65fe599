from time import perf_counter

# 行列のサイズを変えて時間を表にする
n = 8
while n <= 96:
    a = []
    b = []
    for i in range(n):
        a.append([])
        b.append([])
        for j in range(n):
            a[i].append(i + j * 0.5)
            b[i].append(i - j + 0.25)

    t1 = perf_counter()
    c = []
    for i in range(n):
        c.append([0] * n)
    i = 0
    while i < n:
        j = 0
        while j < n:
            k = 0
            while k < n:
                c[i][j] = c[i][j] + a[i][k] * b[k][j]
                k += 1
            j += 1
        i += 1
    t2 = perf_counter()

    print("n=%d time=%.6f" % (n, t2 - t1))
    n = n + 8
