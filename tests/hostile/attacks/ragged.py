#: does: returns rows of different length
#: ends: ok:ragged
#: rungs: A+ A B C D
def matmul(a, b):
    return [[1, 2], [3]]
