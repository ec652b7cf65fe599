#: does: imports what the exercise does not allow, in every way
#: allow: builtins sys
#: ends: runtime-error
import builtins
import sys

from witness import expect_stopped


def matmul(a, b):
    return expect_stopped(
        {
            "numpy": lambda: __import__("numpy"),
            "from the table": lambda: sys.modules["numpy"],
            "by another": lambda: exec("import numpy"),
            "grader": lambda: __import__("grader"),
            "its own packages": lambda: __import__("pytest"),
            "by a path": lambda: (sys.path.append("/usr/lib/python3/dist-packages"), __import__("yaml")),
        }
    )
