#: does: returns an object that claims to be a list of whatever is expected
#: ends: ok:other ok:scalar runtime-error
class Anything:
    __class__ = list

    def __getattr__(self, name):
        return Anything()

    def __eq__(self, other):
        return True

    def __iter__(self):
        return iter([Anything()])

    def __len__(self):
        return 1


def matmul(a, b):
    return Anything()
