#: does: prints for ever
#: ends: output
#: rungs: A+ A B C D
def matmul(a, b):
    while True:
        print("x" * 1000)
