#: does: computes with the arrays inside a graph, in words that a list or a class of one's own may have
#: pure: yes
#: allow: matplotlib
#: ends: runtime-error
import matplotlib.pyplot as plt

from witness import Stopped


class Decoy:
    dot = 1

    def __matmul__(self, other):
        return other


def shown(a):
    return plt.imshow(a).get_array()


def matmul(a, b):
    pairs = []
    pairs.append(shown(a))
    pairs.append(shown(b))
    left, right = pairs
    wanted = repr(sum(a[0][k] * b[k][0] for k in range(len(b))))
    attempts = {
        "dot": lambda: left.dot(right)[0][0],
        "@": lambda: (left @ right)[0][0],
        "columns": lambda: sum(left[0] * right[:, 0]),
    }
    through = []
    for name, attempt in attempts.items():
        try:
            value = attempt()
        except (AttributeError, TypeError, IndexError):
            continue
        if repr(value) == wanted:
            through.append(name)
    if through:
        return "BREACH: " + ", ".join(through)
    raise Stopped
