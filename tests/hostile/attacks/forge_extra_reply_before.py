#: does: sends the right answer of a dummy before its own
#: ends: protocol ok:wrong
from witness import forge_reply, matrix_reply


def matmul(a, b):
    forge_reply(*matrix_reply([[1]]))
    return [[1]]
