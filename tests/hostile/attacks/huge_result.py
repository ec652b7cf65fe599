#: does: returns a matrix far larger than asked for
#: ends: ok:other ok:wrong protocol memory
def matmul(a, b):
    return [[0] * 4000] * 4000
