#: does: returns lists a hundred thousand deep, which cannot be printed
#: ends: ok:other runtime-error
def matmul(a, b):
    result = []
    for _ in range(100_000):
        result = [result]
    return [result]
