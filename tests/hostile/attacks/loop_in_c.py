#: does: computes one number in C, deaf to every Python signal handler
#: ends: timeout memory
#: rungs: A+ A B C D
def matmul(a, b):
    return 7 ** (7**8)
