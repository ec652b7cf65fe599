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
    counts, _, _ = plt.hist([1, 2])
    attempts = {
        "dot": lambda: left.dot(right),
        "@": lambda: left @ right,
        "columns": lambda: sum(left[0] * right[:, 0]),
        "colours": lambda: [sum(p * q) for p in plt.cm.viridis([0.1]) for q in plt.cm.viridis([0.2])],
        "counts": lambda: counts.sum(),
    }
    through = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except (AttributeError, TypeError):
            continue
        through.append(name)
    if through:
        return "BREACH: " + ", ".join(through)
    raise Stopped
