"""Secret numbers of a kind, from random bits alone: a seed gives the same in every version.

Only `getrandbits` is used, whose stream Python keeps from version to version.
"""

import random

from grader.model.reference import Array


def distinct_integers(count: int, rng: random.Random) -> list[int]:
    """Draws whole numbers of either sign: distinct, not 0 or ±1, and small."""
    largest = max(20, count)
    chosen: dict[int, None] = {}
    while len(chosen) < count:
        magnitude = 2 + rng.getrandbits(32) % (largest - 1)
        chosen[-magnitude if rng.getrandbits(1) else magnitude] = None
    return list(chosen)


def small_integers(count: int, rng: random.Random) -> Array:
    """Draws an int64 array of magnitudes 2 to 5, from three random bits each."""
    import numpy as np

    by_bits = np.array([2, 3, 4, 5, -2, -3, -4, -5], dtype=np.int64)
    return by_bits[random_bytes(count, rng) & 7]


def floats(count: int, rng: random.Random, *, octaves: int = 8) -> Array:
    """Draws float64 of mixed signs and magnitudes around 1, none of them a float32.

    Magnitudes go from 2**-4 to 2**4 with 8 octaves; their number is a power of two. Takes 64
    random bits for each: 51 of the fraction, a sign, the rest for the exponent.
    """
    import numpy as np

    bits = random_bytes(8 * count, rng).view("<u8")
    odd = (bits & (2**51 - 1)) * 2 + 1  # the last bit of the fraction is set: no float32
    sign = np.where(bits >> 51 & 1, -1.0, 1.0)
    exponents = (bits >> 52 & (octaves - 1)).astype(int) - octaves // 2
    return sign * np.ldexp(1 + odd / 2**52, exponents)


def random_bytes(count: int, rng: random.Random) -> Array:
    """Draws a uint8 array."""
    import numpy as np

    return np.frombuffer(rng.getrandbits(8 * count).to_bytes(count, "little"), dtype=np.uint8)
