#: does: hangs in a finalizer that runs when the runner lets go of the result
#: ends: timeout
class Last:
    def __del__(self):
        while True:
            pass


def matmul(a, b):
    Last()
