"""What scripts that call input() are answered: sizes first, then numbers to fill matrices with."""

import random
from collections.abc import Iterator

SIZE = 3
SIZES = 4  # rows and columns of two matrices
ROWS = 4 * SIZE
NUMBERS = 8 * SIZE * SIZE
LEAVING = ("0", "n", "q", "no")  # what ends a program that asks on and on


def scripts(rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Gives lists of answers, the likeliest first.

    One number a line; then a size and rows of so many numbers; then two or three sizes in a line.
    The last ones are for those who ask for the size of the second matrix after the first.
    """
    row = " ".join
    size = str(SIZE)
    rows = [row(_numbers(SIZE, rng)) for _ in range(ROWS)]
    yield (*[size] * SIZES, *_numbers(NUMBERS, rng), *LEAVING)
    yield (size, *rows, *LEAVING)
    yield (f"{size} {size}", *rows)
    yield (size, size, *rows)
    yield (row([size] * 3), *rows)
    yield (size, *_numbers(NUMBERS, rng))
    for sizes in ((size,), (size, size)):
        yield (*sizes, *rows[:SIZE], *sizes, *rows[SIZE:])
    for sizes in ((size,), (size, size)):
        yield (*sizes, *_numbers(SIZE * SIZE, rng), *sizes, *_numbers(NUMBERS, rng))


def _numbers(count: int, rng: random.Random) -> list[str]:
    """Draws small whole numbers that are neither 0 nor 1."""
    return [str(2 + rng.getrandbits(16) % 8) for _ in range(count)]
