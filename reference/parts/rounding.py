"""Numbers as narrower types hold them: float16, bfloat16, and the TF32 of tensor cores."""

from collections.abc import Callable

from grader.model.reference import Array

KEPT = {"tf32": 10, "bfloat16": 7}
"""Bits of the fraction that each keeps of float32's 23."""

NARROW = ("float32", "tf32", "tf32-cut", "bfloat16", "float16")


def rounded(numbers: Array, kind: str) -> Array:
    """Rounds to float32, float16, bfloat16 or TF32 and back to float64; to nearest, ties to even.

    "tf32-cut" drops the bits that TF32 has no room for, as tensor cores do with float32 that
    nobody rounded. Halves beyond 65504 become infinite.
    """
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        if kind in {"float32", "float16"}:
            narrow: Array = numbers.astype(kind).astype(np.float64)
            return narrow
        name, _, cut = kind.partition("-")
        dropped = 23 - KEPT[name]
        bits = numbers.astype(np.float32).view(np.uint32).astype(np.uint64)
        if not cut:
            bits += (1 << (dropped - 1)) - 1 + (bits >> dropped & 1)
        bits = bits >> dropped << dropped
        wide: Array = bits.astype(np.uint32).view(np.float32).astype(np.float64)
        return wide


def narrowed(compute: Callable[..., Array], kind: str) -> Callable[..., Array]:
    """Computes from rounded arguments, adds up well, and rounds what is kept in that type.

    TF32 is a format of factors alone: sums are float32.
    """
    result = "float32" if kind.startswith("tf32") else kind

    def narrow(*arguments: Array) -> Array:
        return rounded(compute(*(rounded(one, kind) for one in arguments)), result)

    return narrow
