"""Finds the row of headings, wherever it stands: titles above it, empty columns beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.intake.tables.words import IDENTIFYING, Field, field_of

ROWS = 40  # rows that are looked at from the top

_LEAST_WEIGHT = 2
_WEIGHTS = {Field.STUDENT: 3, Field.NAME: 3, Field.ID: 2, Field.USER: 2, Field.MAIL: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Where the headings stand and what the columns below them hold."""

    row: int  # 0-based
    columns: tuple[tuple[int, Field], ...]  # 0-based, from the left

    def first(self, field: Field) -> int | None:
        """Gives the leftmost column that holds this; None when no column does."""
        return next((column for column, held in self.columns if held is field), None)


def find_header(rows: Sequence[Sequence[str]]) -> Header | None:
    """Finds the row with the most headings in the first rows; the upper one wins a draw."""
    best = max(range(min(len(rows), ROWS)), key=lambda at: weigh(rows[at]), default=0)
    if not rows or weigh(rows[best]) < _LEAST_WEIGHT:
        return None
    return Header(row=best, columns=_columns(rows[best]))


def weigh(row: Sequence[str]) -> int:
    """Says how much a row looks like headings of people; 0 = not at all."""
    fields = {field for _, field in _columns(row)}
    if fields.isdisjoint(IDENTIFYING):
        return 0
    return sum(_WEIGHTS.get(field, 1) for field in fields)


def _columns(row: Sequence[str]) -> tuple[tuple[int, Field], ...]:
    found = ((column, field_of(cell)) for column, cell in enumerate(row))
    return tuple((column, field) for column, field in found if field is not None)
