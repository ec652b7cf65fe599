#: does: returns a matrix far larger than asked for
#: ends: ok:other ok:wrong protocol memory timeout
def matmul(a, b):
    return [[0] * 4000] * 4000
