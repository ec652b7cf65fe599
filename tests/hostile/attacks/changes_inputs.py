#: does: changes the matrices it was given, in number and kind
#: ends: ok:right
#: rungs: A+ A B C D
def matmul(a, b):
    n = len(a)
    c = [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    a.clear()
    b[0] = None
    return c
