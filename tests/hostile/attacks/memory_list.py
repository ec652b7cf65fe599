#: does: fills a list for ever
#: ends: memory
#: rungs: A+ A B C
def matmul(a, b):
    hoard = []
    while True:
        hoard.append([0] * 100_000)
