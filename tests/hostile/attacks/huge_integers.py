#: does: returns integers of a million digits
#: ends: ok:wrong timeout
def matmul(a, b):
    return [[10**1_000_000] * 2] * 2
