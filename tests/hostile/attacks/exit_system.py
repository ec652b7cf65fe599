#: does: leaves with sys.exit, quit and SystemExit, which are exceptions
#: allow: sys
#: ends: runtime-error
#: rungs: A+ A B C D
import sys


def matmul(a, b):
    try:
        sys.exit(0)
    finally:
        raise SystemExit("good bye")
