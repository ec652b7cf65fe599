"""A table with a line for each student and a column for each something: attendance, words."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grader.intake.roster import resolve
from grader.model.errors import IntakeError
from grader.people import id_of, is_total, plain_cell
from grader.tables import Field, Header, Table, find_header, lists_beside, lms_of, printable

_ABOVE = 2  # rows over the headings that may say more about a column


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One student's line."""

    student: str  # NFKC, upper case
    row: int  # 1-based, in the file
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """Gives what stands in a column, NFKC, upper case, without spaces; "" = nothing."""
        return marked(self.cells[column]) if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """The headings of every column, and the lines of the students."""

    name: str  # the file's
    headings: tuple[tuple[str, ...], ...]  # of each column, the likeliest first; () = none
    lines: tuple[Line, ...]
    bare: tuple[int, ...] = ()  # rows, 1-based, with something in them and no id

    def columns(self, fits: Callable[[str], bool]) -> tuple[int, ...]:
        """Finds the columns whose heading fits."""
        return tuple(
            at for at, headings in enumerate(self.headings) if any(fits(one) for one in headings)
        )

    def heading(self, column: int) -> str:
        """Names a column as its heading does."""
        return next(iter(self.headings[column]), f"#{column + 1}")


def marked(cell: str) -> str:
    """Folds a mark for comparing: width, case and spaces go."""
    return "".join(unicodedata.normalize("NFKC", plain_cell(cell)).upper().split())


def read_register(table: Table, pattern: str = "") -> Register:
    """Finds the headings and the students' lines.

    `pattern` is how a student id looks. Raises IntakeError when no column holds ids.
    """
    rows = table.rows
    header = find_header(rows)
    if header is None:
        raise _no_ids(table)
    headings = rows[header.row]
    lists = lists_beside(headings, header)
    at = resolve(lists[0], headings, table.below(header.row), lms_of(headings), pattern)
    column = at.get(Field.STUDENT)
    if column is None:
        raise _no_ids(table)
    numbered = list(enumerate(rows[header.row + 1 :], header.row + 2))
    lines = tuple(
        Line(student=student, row=number, cells=tuple(row))
        for number, row in numbered
        if (student := id_of(row[column]))
    )
    first = min((line.row for line in lines), default=len(rows) + 1)
    last = max((line.row for line in lines), default=0)
    return Register(
        name=printable(table.name),
        headings=tuple(_headings(rows, header, set(at.values()), first)),
        lines=lines,
        bare=tuple(
            number for number, row in numbered if first < number < last and _is_bare(row, column)
        ),
    )


def _headings(
    rows: Sequence[Sequence[str]], header: Header, people: set[int], first: int
) -> Iterator[tuple[str, ...]]:
    """Collects what stands over each column: in the row of headings, below it, above it."""
    above = rows[max(header.row - _ABOVE, 0) : header.row][::-1]
    over = [rows[header.row], *rows[header.row + 1 : first - 1], *above]
    for column in range(len(rows[header.row])):
        cells = (plain_cell(row[column]) for row in over)
        yield () if column in people else tuple(cell for cell in cells if cell)


def _is_bare(row: Sequence[str], column: int) -> bool:
    """Says whether a line among the students' has something in it and no id."""
    filled = [cell for cell in row if cell.strip()]
    return bool(filled) and not row[column].strip() and not any(map(is_total, filled))


def _no_ids(table: Table) -> IntakeError:
    return IntakeError(
        "{name}: no column of student ids is found; give it the heading 学籍番号",
        name=printable(table.name),
    )
