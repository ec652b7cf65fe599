#: does: walks up to the runner and has it send a wrong answer
#: ends: protocol ok:wrong
from witness import forge_reply, matrix_reply


def matmul(a, b):
    forge_reply(*matrix_reply([[0] * len(a)] * len(a)))
    return [[0]]
