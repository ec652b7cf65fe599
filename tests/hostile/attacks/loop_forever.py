#: does: loops for ever
#: ends: timeout
#: rungs: A+ A B C D
def matmul(a, b):
    while True:
        pass
