# 課題1  24A1213
# for ではなく while で書いてみました


def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    i = 0
    while i < n:
        j = 0
        while j < n:
            k = 0
            while k < n:
                c[i][j] += a[i][k] * b[k][j]
            k += 1   # 次の k へ
            j += 1
        i += 1
    return c
