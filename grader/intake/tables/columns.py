"""Decides what the columns of one table hold: by their headings, and where those waver, the cells.

"ID" alone is Moodle's participant, Canvas's own number, a running number or the student's id.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from grader.intake.tables import values
from grader.intake.tables.header import Header
from grader.intake.tables.words import Field, folded, ranked

Columns = Mapping[Field, int]  # 0-based
Rows = Sequence[Sequence[str]]

_LISTS = frozenset({Field.STUDENT, Field.ID, Field.NAME})  # one of them makes a list of people

_MOST = 0.8  # of the cells that are filled
_SURE = 0.9
_SAMPLE = 2_000  # rows

# What the headings of an LMS's own table have, folded; the first whose words are all there.
_LMS = (
    ("manaba", {"学籍番号", "ロール", "ユーザid"}),
    ("manaba", {"学籍番号", "提出回数", "フォルダ"}),
    ("canvas", {"student", "id", "section"}),
    ("canvas", {"student", "id", "sisloginid"}),
    ("github", {"identifier", "githubusername"}),
    ("github", {"rosteridentifier", "githubusername"}),
    ("gradescope", {"sid", "submissionid"}),
    ("gradescope", {"sid", "email", "sections"}),
    ("gradescope", {"sid", "email", "role"}),
    ("sakai", {"displayid", "id"}),
    ("moodle", {"評点", "最大評点"}),
    ("moodle", {"grade", "maximumgrade"}),
)


def lms_of(headings: Sequence[str]) -> str:
    """Names the LMS that writes such headings; "" = a plain roster."""
    words = {folded(one) for one in headings}
    return next((lms for lms, needed in _LMS if needed <= words), "")


def blocks(headings: Sequence[str], header: Header) -> tuple[Columns, ...]:
    """Gives the columns of each list: printed rosters have two or three side by side."""
    first = header.columns[0][0]
    word = folded(headings[first])
    starts = [at for at, _ in header.columns if folded(headings[at]) == word]
    ends = [*starts[1:], len(headings)]
    found = [_best(headings, header, span) for span in zip(starts, ends, strict=True)]
    if all(_LISTS & one.keys() for one in found):
        return tuple(found)
    return (_best(headings, header, (0, len(headings))),)


def resolve(
    columns: Columns, headings: Sequence[str], rows: Rows, lms: str, pattern: str
) -> Columns:
    """Settles what "ID" holds, and finds the ids where no heading names them."""
    found = dict(columns)
    for field in (Field.WHO, Field.ID):
        if (unclear := found.pop(field, None)) is not None:
            _settle(found, unclear, folded(headings[unclear]), _cells(rows, unclear), lms)
    if Field.STUDENT not in found and pattern and not lms:
        column = column_of(rows, lambda cell: is_like(cell, pattern))
        if column is not None and column not in found.values():
            found[Field.STUDENT] = column
    known = lms or Field.PARTICIPANT in found
    if Field.STUDENT not in found and Field.USER in found and not known:
        found[Field.STUDENT] = found[Field.USER]
    return found


def column_of(rows: Rows, fits: Callable[[str], bool]) -> int | None:
    """Finds the one column where nearly every filled cell fits; None for none and for several."""
    width = max((len(row) for row in rows), default=0)
    found = [at for at in range(width) if _share(_cells(rows, at), fits) >= _SURE]
    return found[0] if len(found) == 1 else None


def is_like(cell: str, pattern: str) -> bool:
    """Says whether a cell is a student id of this form and nothing else."""
    return re.fullmatch(pattern, values.id_of(cell), re.ASCII) is not None


def _best(headings: Sequence[str], header: Header, span: tuple[int, int]) -> Columns:
    """Takes the column with the likeliest word for each field, from the left."""
    found: dict[Field, tuple[int, int]] = {}
    for at, field in header.columns:
        if span[0] <= at < span[1]:
            rank = ranked(headings[at])[1]
            if field not in found or rank < found[field][0]:
                found[field] = (rank, at)
    return {field: at for field, (_, at) in found.items()}


def _settle(
    found: dict[Field, int], column: int, word: str, cells: Sequence[str], lms: str
) -> None:
    """Puts the column headed "ID", "Student" or "User" where its cells belong."""
    if _share(cells, lambda cell: bool(values.participant_of(cell))) >= _MOST:
        found[Field.PARTICIPANT] = column
    elif lms == "github":
        found[Field.STUDENT] = column
    elif lms in ("canvas", "sakai") and word == "id":
        found[Field.USER] = column
    elif lms == "canvas":
        found[Field.NAME] = column
    elif _running(cells):
        return
    elif _share(cells, lambda cell: bool(values.mail_of(cell))) >= _MOST:
        found.setdefault(Field.MAIL, column)
    elif _share(cells, values.is_name) >= _MOST:
        found.setdefault(Field.NAME, column)
    elif Field.STUDENT in found:
        found.setdefault(Field.USER, column)
    elif _share(cells, lambda cell: bool(values.id_of(cell))) >= 0.5:  # noqa: PLR2004 — more ids than not
        found[Field.STUDENT] = column


def _running(cells: Sequence[str]) -> bool:
    """Says whether the cells count 1, 2, 3, …: line numbers are nobody's."""
    numbers = [int(cell) for cell in cells if cell.isascii() and cell.isdigit() and len(cell) < 5]  # noqa: PLR2004 — a course has fewer lines
    return (
        len(numbers) >= _MOST * len(cells) > 0
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        and numbers[0] <= 1
    )


def _cells(rows: Rows, column: int) -> list[str]:
    found = (row[column].strip() for row in rows[:_SAMPLE] if column < len(row))
    return [cell for cell in found if cell]


def _share(cells: Sequence[str], fits: Callable[[str], bool]) -> float:
    return sum(map(fits, cells)) / len(cells) if cells else 0.0
