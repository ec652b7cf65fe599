#: does: returns an object whose class lies about its name
#: ends: ok:other
class Meta(type):
    @property
    def __name__(cls):
        raise SystemExit

    @property
    def __class__(cls):
        raise SystemExit

    def __instancecheck__(cls, other):
        return True


class Value(metaclass=Meta):
    pass


def matmul(a, b):
    return Value()
