"""What scripts are answered where they call input()."""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from grader.exercises.scripts.run import LEAVING, SIZE, answers_to_try

Input = Callable[[], str]
Matrix = list[list[int]]


def tried(seed: int = 7) -> list[tuple[str, ...]]:
    """All lists of answers."""
    return list(answers_to_try(random.Random(seed)))


def numbers(ask: Input, rows: int, columns: int) -> Matrix:
    """Asks for one number after the other."""
    return [[int(ask()) for _ in range(columns)] for _ in range(rows)]


def rows_of(ask: Input, rows: int) -> Matrix:
    """Asks for row after row."""
    return [list(map(int, ask().split())) for _ in range(rows)]


def size_then_numbers(ask: Input) -> Sequence[Matrix]:
    """Asks for n, then for n * n numbers twice."""
    n = int(ask())
    return numbers(ask, n, n), numbers(ask, n, n)


def size_then_rows(ask: Input) -> Sequence[Matrix]:
    """Asks for n, then for n rows twice."""
    n = int(ask())
    return rows_of(ask, n), rows_of(ask, n)


def both_sizes_in_a_line(ask: Input) -> Sequence[Matrix]:
    """Asks for "n m", then for rows."""
    n, m = map(int, ask().split())
    return rows_of(ask, n), rows_of(ask, m)


def two_sizes_then_rows(ask: Input) -> Sequence[Matrix]:
    """Asks for n and for m, then for rows."""
    n, m = int(ask()), int(ask())
    return rows_of(ask, n), rows_of(ask, m)


def four_sizes_then_numbers(ask: Input) -> Sequence[Matrix]:
    """Asks for rows and columns of both, then for numbers."""
    n, m, o, p = (int(ask()) for _ in range(4))
    return numbers(ask, n, m), numbers(ask, o, p)


def a_size_before_each(ask: Input) -> Sequence[Matrix]:
    """Asks for n and rows, and again."""
    return tuple(rows_of(ask, int(ask())) for _ in range(2))


def two_sizes_before_each(ask: Input) -> Sequence[Matrix]:
    """Asks for rows, columns and numbers, and again."""
    return tuple(numbers(ask, int(ask()), int(ask())) for _ in range(2))


DIALOGUES = [
    a_size_before_each,
    two_sizes_before_each,
    size_then_numbers,
    size_then_rows,
    both_sizes_in_a_line,
    two_sizes_then_rows,
    four_sizes_then_numbers,
]


def fits(dialogue: Callable[[Input], Sequence[Matrix]], answers: Sequence[str]) -> bool:
    """Whether two matrices of the size come out, and nothing goes wrong."""
    lines: Iterator[str] = iter(answers)
    try:
        matrices = dialogue(lambda: next(lines))
    except (ValueError, StopIteration):
        return False
    return all([len(row) for row in one] == [SIZE] * SIZE for one in matrices)


@pytest.mark.parametrize("dialogue", DIALOGUES)
def test_one_list_fits_what_a_script_asks(dialogue: Callable[[Input], Sequence[Matrix]]) -> None:
    """Whatever its order is, it gets two square matrices."""
    assert any(fits(dialogue, answers) for answers in tried())


def test_a_script_that_only_asks_for_a_size_gets_it_first() -> None:
    """Every list begins with the size."""
    assert {answers[0].split()[0] for answers in tried()} == {str(SIZE)}


def test_matrices_are_neither_trivial_nor_alike() -> None:
    """0 and 1 would hide mistakes."""
    for answers in tried():
        lines = [line for line in answers if line not in LEAVING]
        values = [int(one) for line in lines for one in line.split()]
        assert min(values) > 1
        assert len(set(values)) > SIZE


def test_the_same_seed_gives_the_same_answers() -> None:
    """A second grading sees the same program run; another submission sees another."""
    assert tried() == tried()
    assert tried(8) != tried()
