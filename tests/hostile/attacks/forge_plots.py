#: does: hands over plots that are no plots
#: ends: ok:right
import sys

BAD = [None, [], 7, {"kind": []}, {"x": [10**400, True, "x", None]}, {"x": [1] * 100_000, "label": 5}]


def recorded():
    return [{"kind": "line", "x": [10**400, 1], "y": [1e308, 2]}, *BAD[:3]]


sys.modules["_grader_guest.recorder"].recorded = recorded


def matmul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
