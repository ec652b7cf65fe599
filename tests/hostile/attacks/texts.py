#: does: returns texts that look like numbers
#: ends: ok:other
#: rungs: A+ A B C D
def matmul(a, b):
    return [["1", "2"], ["3", "4"]]
