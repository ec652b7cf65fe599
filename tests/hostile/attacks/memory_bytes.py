#: does: asks for four gigabytes at once
#: ends: memory
#: rungs: A+ A B C
def matmul(a, b):
    return len(bytearray(4 * 2**30))
