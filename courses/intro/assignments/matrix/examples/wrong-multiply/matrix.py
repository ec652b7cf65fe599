def multiply(a, b):
    c = {}
    for (i, k), x in a.items():
        for (l, j), y in b.items():
            if k == l:
                c[i, j] = c.get((i, j), 0) + x * y
    return c
