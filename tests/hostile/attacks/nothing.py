#: does: returns nothing
#: ends: ok:none
#: rungs: A+ A B C D
def matmul(a, b):
    pass
