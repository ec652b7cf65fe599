#: does: returns an object that takes for ever to print
#: ends: timeout
class Value:
    def __repr__(self):
        while True:
            pass


def matmul(a, b):
    return Value()
