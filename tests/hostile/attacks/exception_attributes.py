#: does: raises exceptions with false tracebacks, causes and file names
#: ends: runtime-error
#: variants: 4
from witness import VARIANT


class False_(Exception):
    @property
    def __traceback__(self):
        while VARIANT == 0:
            raise KeyboardInterrupt
        return 7


def matmul(a, b):
    if VARIANT < 2:
        raise False_
    error = SyntaxError("x", ("attack.py", 1, 1, "x"))
    if VARIANT == 2:
        error.filename = []
    else:
        error.lineno = "many"
    raise error
