#: does: returns integers and floats that turn into others when they are looked at
#: ends: ok:other ok:wrong
class Int(int):
    def __eq__(self, other):
        return True

    def __index__(self):
        return 42

    def __hash__(self):
        return 0


class Float(float):
    def __float__(self):
        while True:
            pass


def matmul(a, b):
    return [[Int(1), Float(2)], [Float(3), Int(4)]]
