#: does: returns NaN and infinity everywhere
#: ends: ok:wrong
#: rungs: A+ A B C D
def matmul(a, b):
    return [[float("nan")] * len(a), [float("inf")] * len(a)]
