"""Programs as learners write them: right in many styles, and each known mistake."""


def loops(
    term: str = "a[i][k] * b[k][j]",
    *,
    rows: str = "range(n)",
    columns: str = "range(n)",
    terms: str = "range(n)",
    step: str = "c[i][j] += {term}",
    zeros: str = "[[0] * n for _ in range(n)]",
    result: str = "c",
) -> str:
    """The triple loop, with one thing or another changed."""
    return f"""
def matmul(a, b):
    n = len(a)
    c = {zeros}
    for i in {rows}:
        for j in {columns}:
            for k in {terms}:
                {step.format(term=term)}
    return {result}
"""


SHORT, LATE = "range(n - 1)", "range(1, n)"

STORED_ELSEWHERE = {
    "shared-rows-last": """
def matmul(a, b):
    n = len(a)
    c = [[0] * n] * n
    for i in range(n):
        for j in range(n):
            total = 0
            for k in range(n):
                total += a[i][k] * b[k][j]
            c[i][j] = total
    return c
""",
    "row-not-reset": """
def matmul(a, b):
    n = len(a)
    row = [0] * n
    c = []
    for i in range(n):
        for j in range(n):
            for k in range(n):
                row[j] += a[i][k] * b[k][j]
        c.append(row[:])
    return c
""",
    "sum-not-reset-in-row": """
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        s = 0
        for j in range(n):
            for k in range(n):
                s += a[i][k] * b[k][j]
            c[i][j] = s
    return c
""",
    "sum-never-reset": """
def matmul(a, b):
    n = len(a)
    s = 0
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                s = s + a[i][k] * b[k][j]
            c[i][j] = s
    return c
""",
    "overwritten-input": """
def matmul(a, b):
    c = a
    for i in range(len(a)):
        for j in range(len(a)):
            c[i][j] = sum(a[i][k] * b[k][j] for k in range(len(a)))
    return c
""",
    "state-left": """
sums = {}
def matmul(a, b):
    n = len(a)
    c = sums.setdefault(n, [[0] * n for _ in range(n)])
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
""",
    "stale-result": """
cache = {}
def matmul(a, b):
    n = len(a)
    if n not in cache:
        cache[n] = [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]
    return cache[n]
""",
    "first-term": """
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
                break
    return c
""",
    "diagonal-only": """
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for k in range(n):
            c[i][i] += a[i][k] * b[k][i]
    return c
""",
    "inputs-added": """
def matmul(a, b):
    return [[x + y for x, y in zip(p, q)] for p, q in zip(a, b)]
""",
    "elementwise": """
def matmul(a, b):
    return [[x * y for x, y in zip(p, q)] for p, q in zip(a, b)]
""",
}

SMALL_FLOATS = """
import struct
def small(x):
    return struct.unpack("{code}", struct.pack("{code}", x))[0]
def matmul(a, b):
    n = len(a)
    c = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] = small(c[i][j] + small(small(a[i][k]) * small(b[k][j])))
    return c
"""

ROUNDED = {
    f"rounded-{digits}": loops(result=f"[[round(x, {digits}) for x in r] for r in c]")
    for digits in range(7)
}

MISTAKES = {
    "elementwise-n-times": loops("a[i][j] * b[i][j]"),
    "transposed": loops(step="c[j][i] += {term}"),
    "a-transposed": loops("a[k][i] * b[k][j]"),
    "b-transposed": loops("a[i][k] * b[j][k]"),
    "both-transposed": loops("a[k][i] * b[j][k]"),
    "swapped": loops("b[i][k] * a[k][j]"),
    "swapped-a-transposed": loops("b[i][k] * a[j][k]"),
    "swapped-b-transposed": loops("b[k][i] * a[k][j]"),
    "a-squared": loops("a[i][k] * a[k][j]"),
    "b-squared": loops("b[i][k] * b[k][j]"),
    "shared-rows-sum": loops(zeros="[[0] * n] * n"),
    "i-short": loops(rows=SHORT),
    "j-short": loops(columns=SHORT),
    "k-short": loops(terms=SHORT),
    "all-short": loops(rows=SHORT, columns=SHORT, terms=SHORT),
    "i-late": loops(rows=LATE),
    "j-late": loops(columns=LATE),
    "k-late": loops(terms=LATE),
    "all-late": loops(rows=LATE, columns=LATE, terms=LATE),
    "last-term": loops(step="c[i][j] = {term}"),
    "terms-added": loops("(a[i][k] + b[k][j])"),
    "divided-by-n": loops("a[i][k] * b[k][j] / n"),
    "returns-a": loops(result="a"),
    "returns-b": loops(result="b"),
    "zeros": loops(step="d = {term}"),
    "truncated-result": loops(result="[[int(x) for x in r] for r in c]"),
    "truncated-steps": loops(step="c[i][j] = int(c[i][j] + {term})"),
    "truncated-terms": loops(step="c[i][j] += int({term})"),
    "truncated-inputs": loops("int(a[i][k]) * int(b[k][j])"),
    **STORED_ELSEWHERE,
}

FEW_DIGITS = {
    "float32": SMALL_FLOATS.format(code="f"),
    "float16": SMALL_FLOATS.format(code="e"),
    **ROUNDED,
}

RIGHT = {
    "triple loop": loops(),
    "accumulating variable": """
def matmul(a, b):
    n = len(a)
    c = []
    for i in range(n):
        row = []
        for j in range(n):
            s = 0.0
            for k in range(n):
                s += a[i][k] * b[k][j]
            row.append(s)
        c.append(row)
    return c
""",
    "zip": """
def matmul(a, b):
    return [[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]
""",
    "tuples": """
def matmul(a, b):
    columns = tuple(zip(*b))
    return tuple(tuple(sum(x * y for x, y in zip(r, s)) for s in columns) for r in a)
""",
    "lambda-made list of tuples": """
def matmul(a, b):
    dot = lambda r, s: sum(map(lambda x, y: x * y, r, s))
    return [tuple(dot(r, s) for s in zip(*b)) for r in a]
""",
    "backwards": loops(terms="range(n - 1, -1, -1)"),
    "while": """
def matmul(a, b):
    n = len(a); c = [[0]*n for _ in range(n)]
    i = 0
    while i < n:
        j = 0
        while j < n:
            k = 0
            while k < n:
                c[i][j] = c[i][j] + a[i][k]*b[k][j]; k += 1
            j += 1
        i += 1
    return c
""",
    "exact sum": """
import math
def matmul(a, b):
    return [[math.fsum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]
""",
    "floats for integers": loops("float(a[i][k]) * float(b[k][j])"),
    "integers where whole": loops(result="[[int(x) if x == int(x) else x for x in r] for r in c]"),
    "default argument": """
def matmul(a, b, n=None):
    n = n or len(a)
    every = range(n)
    return [[sum(a[i][k] * b[k][j] for k in every) for j in every] for i in every]
""",
    "list subclass that is equal to everything": """
class Matrix(list):
    def __eq__(self, other): return True
    __hash__ = None
def matmul(a, b):
    return Matrix([sum(x*y for x, y in zip(r, s)) for s in zip(*b)] for r in a)
""",
    "prints as well": loops(step="c[i][j] += {term}; print(end='')"),
    "Strassen": """
def add(a, b): return [[x + y for x, y in zip(p, q)] for p, q in zip(a, b)]
def sub(a, b): return [[x - y for x, y in zip(p, q)] for p, q in zip(a, b)]
def matmul(a, b):
    n = len(a)
    if n <= 8: return [[sum(x * y for x, y in zip(p, q)) for q in zip(*b)] for p in a]
    if n % 2:
        p = [r + [0] for r in a] + [[0] * (n + 1)]
        q = [r + [0] for r in b] + [[0] * (n + 1)]
        return [r[:n] for r in matmul(p, q)[:n]]
    h = n // 2
    a1, a2 = [r[:h] for r in a[:h]], [r[h:] for r in a[:h]]
    a3, a4 = [r[:h] for r in a[h:]], [r[h:] for r in a[h:]]
    b1, b2 = [r[:h] for r in b[:h]], [r[h:] for r in b[:h]]
    b3, b4 = [r[:h] for r in b[h:]], [r[h:] for r in b[h:]]
    m1 = matmul(add(a1, a4), add(b1, b4)); m2 = matmul(add(a3, a4), b1)
    m3 = matmul(a1, sub(b2, b4)); m4 = matmul(a4, sub(b3, b1))
    m5 = matmul(add(a1, a2), b4); m6 = matmul(sub(a3, a1), add(b1, b2))
    m7 = matmul(sub(a2, a4), add(b3, b4))
    top = [p + q for p, q in zip(add(sub(add(m1, m4), m5), m7), add(m3, m5))]
    return top + [p + q for p, q in zip(add(m2, m4), add(sub(add(m1, m3), m2), m6))]
""",
}
