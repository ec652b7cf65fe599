#: does: calls itself for ever
#: ends: runtime-error
#: rungs: A+ A B C D
def matmul(a, b):
    return matmul(a, b)
