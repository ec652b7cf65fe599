#: does: returns a list that never ends when it is read
#: allow: itertools
#: ends: ok:wrong
import itertools


class Endless(list):
    def __iter__(self):
        return itertools.count()


def matmul(a, b):
    return [Endless([1]), [2]]
