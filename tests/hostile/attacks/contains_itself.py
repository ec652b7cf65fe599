#: does: returns a list that contains itself
#: ends: ok:other
#: rungs: A+ A B C D
def matmul(a, b):
    result = []
    result.append(result)
    result.append(result)
    return result
