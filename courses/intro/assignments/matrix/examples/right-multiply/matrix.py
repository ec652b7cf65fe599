from collections import defaultdict
def multiply(a, b):
    c = defaultdict(int)
    for (i, k), x in a.items():
        for (l, j), y in b.items():
            if k == l:
                c[i, j] += x * y
    return {p: v for p, v in c.items() if v}
