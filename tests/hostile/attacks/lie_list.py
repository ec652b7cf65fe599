#: does: returns a list whose every method lies
#: ends: ok:other ok:ragged ok:wrong runtime-error memory
#: rungs: A+ A B C D
class Liar(list):
    def __eq__(self, other):
        return True

    def __len__(self):
        return 2**40

    def __iter__(self):
        return iter(())

    def __getitem__(self, place):
        return 0

    def __hash__(self):
        return 0


def matmul(a, b):
    return Liar([Liar([1])])
