"""Mistakes that only C programs make with matrix products, and what the others are called in C."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.model.reference import Array, Inputs, Lookalike

from .words import Compute, Family, anywhere, with_words

BLOCKS = (2, 4, 8, 16, 32, 64)
AXES = ("ijk", "ij", "j", "k")


def _without_rest(axes: str, block: int) -> Compute:
    """Leaves out what is behind the last whole block; the result starts as zeros."""

    def multiplied(a: Array, b: Array) -> Array:
        import numpy as np

        whole = slice(len(a) // block * block)
        i, j, k = (whole if axis in axes else slice(None) for axis in "ijk")
        c = np.zeros_like(a)
        c[i, j] = a[i, k] @ b[k, j]
        return c

    return anywhere(multiplied)


def _static_sum(inputs: Inputs, earlier: Sequence[Inputs]) -> Array:
    """Adds up all elements before, of this call and of every earlier one."""
    a, b = inputs
    before = sum((left @ right).sum() for left, right in earlier)
    product: Array = (a @ b).cumsum().reshape(a.shape) + before
    return product


def _grown(*, flat: bool) -> Compute:
    """Adds to a static array, which is used from its beginning whatever the size."""

    def added(inputs: Inputs, earlier: Sequence[Inputs]) -> Array | None:
        import numpy as np

        total: Array = inputs[0] @ inputs[1]
        for left, right in earlier:
            product = left @ right
            share = np.zeros(total.shape, product.dtype)
            rows, count = min(len(product), len(total)), min(product.size, total.size)
            if flat:
                share.reshape(-1)[:count] = product.reshape(-1)[:count]
            else:
                share[:rows, :rows] = product[:rows, :rows]
            total = total + share
        return total if earlier else None

    return added


def in_c(common: Mapping[str, Compute | Family]) -> dict[str, Lookalike]:
    """Gives what is C's own, and its words for mistakes that are common to all languages."""
    words = Path(__file__)
    named = tomllib.loads(words.with_suffix(".toml").read_text(encoding="utf-8"))
    blocks = {
        f"blocks-{axes}-{block}": _without_rest(axes, block) for axes in AXES for block in BLOCKS
    }
    grown = {"grown-flat": _grown(flat=True), "grown-corner": _grown(flat=False)}
    shared = {key: compute for key, compute in common.items() if key in named}
    return with_words({**shared, "static-sum": _static_sum, **grown, **blocks}, words)
