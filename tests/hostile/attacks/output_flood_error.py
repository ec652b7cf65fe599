#: does: writes to standard error for ever, one line without an end
#: allow: sys
#: ends: output
#: rungs: A+ A B C D
import sys


def matmul(a, b):
    while True:
        sys.stderr.write("x" * 10)
