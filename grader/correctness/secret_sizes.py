"""Sizes that no list names: each submission's own, so that listed sizes alone are not enough.

What a size is, the reference says: rows, or images in a batch. So nothing is asked here that the
listed sizes do not have in common: where all of them are even, or powers of two, a handout may have
promised it, and a program may rely on it.
"""

import math
import random
from collections.abc import Sequence

from grader.model.course import Case, CaseKind, Exercise

SMALL = 64  # up to here half as much again is cheap; beyond it, memory may grow with n**3
PATTERN = 3  # different sizes; what fewer have in common says nothing


def secret_cases(exercise: Exercise, rng: random.Random) -> tuple[Case, ...]:
    """Draws a size among the listed ones and one above them all, odd and even where possible.

    Where whole and real numbers are listed, each size gets the ones or the others. Sizes of the
    sweep are left to it, as long as there are others. The size above stays so near to the largest
    listed one that no program comes to its limits by it.
    """
    if not exercise.cases or not exercise.secret_sizes:
        return ()
    sizes = sorted({case.size for case in exercise.cases})
    small = [case for case in exercise.cases if case.kind is not CaseKind.LARGE]
    listed = {case.kind for case in small or exercise.cases}
    kinds = [kind for kind in CaseKind if kind in listed]
    rng.shuffle(kinds)
    within = range(sizes[0] + 1, max(case.size for case in small or exercise.cases))
    swept = exercise.sweep.sizes if exercise.sweep else ()
    over = _left([size for size in _over(sizes) if _fits(size, sizes)], swept)
    under = _left([size for size in within if size not in sizes and _fits(size, sizes)], swept)
    above = _one_of(over, rng)
    asked = [(above, CaseKind.LARGE if _is_large(sizes[-1], small) else kinds[0])]
    others = under or [size for size in over if size != above]
    if others and exercise.secret_sizes > 1:
        uneven = [size for size in others if (size + above) % 2]
        kind = kinds[-1] if under else asked[0][1]
        asked.insert(0, (_one_of(uneven or others, rng), kind))
    return tuple(Case(size=size, kind=kind, secret=True) for size, kind in asked)


def _is_large(size: int, small: Sequence[Case]) -> bool:
    return all(case.size < size for case in small)


def _over(sizes: Sequence[int]) -> range:
    """Gives the sizes above the largest that cost little more than it."""
    largest = sizes[-1]
    if _powers_of_two(sizes):
        return range(2 * largest, 2 * largest + 1)
    room = largest // 2 if largest <= SMALL else largest // 16
    return range(largest + 1, largest + max(room, 2 * _step(sizes)) + 1)


def _fits(size: int, sizes: Sequence[int]) -> bool:
    """Says whether a size has what the listed ones have in common."""
    if _powers_of_two(sizes):
        return _is_power(size)
    return (size - sizes[0]) % _step(sizes) == 0


def _step(sizes: Sequence[int]) -> int:
    if len(sizes) < PATTERN:
        return 1
    return math.gcd(*(size - sizes[0] for size in sizes))


def _powers_of_two(sizes: Sequence[int]) -> bool:
    return len(sizes) >= PATTERN and all(map(_is_power, sizes))


def _is_power(size: int) -> bool:
    return size & (size - 1) == 0


def _left(sizes: Sequence[int], swept: Sequence[int]) -> Sequence[int]:
    return [size for size in sizes if size not in swept] or sizes


def _one_of(sizes: Sequence[int], rng: random.Random) -> int:
    return sizes[rng.getrandbits(32) % len(sizes)]
