#: does: raises an exception whose text takes for ever
#: ends: timeout
class Evil(Exception):
    def __str__(self):
        while True:
            pass


def matmul(a, b):
    raise Evil
