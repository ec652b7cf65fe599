#: does: returns a generator that would run for ever
#: ends: ok:other
#: rungs: A+ A B C D
def matmul(a, b):
    while True:
        yield [1]
