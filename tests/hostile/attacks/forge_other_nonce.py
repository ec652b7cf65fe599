#: does: answers another question than the one that was asked
#: ends: protocol
from witness import forge_reply, matrix_reply


def matmul(a, b):
    forge_reply(*matrix_reply([[1]]), nonce="0123456789abcdef")
