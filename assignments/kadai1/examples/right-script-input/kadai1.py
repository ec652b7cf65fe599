n = int(input("n = "))
a = [[int(x) for x in input().split()] for _ in range(n)]
b = [[int(x) for x in input().split()] for _ in range(n)]
c = []
for i in range(n):
    row = []
    for j in range(n):
        s = 0
        for k in range(n):
            s += a[i][k] * b[k][j]
        row.append(s)
    c.append(row)
print(c)
