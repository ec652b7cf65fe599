"""Our own table of grades as values: what the CSV form and the workbook both hold.

Columns, in this order (`grader.model.gradebook` has the headings of both languages):

- `id`, `name`;
- one for each criterion of the rubric, headed `content (/6)`: its points, blank while undecided;
- `total` (blank unless every criterion is decided), `max`, `state`;
- `late`: minutes after the deadline, rounded up, 0 = in time, blank = nobody knows;
- `kept`: percent of the points that lateness leaves, blank = nobody knows;
- `confirmed by`, `confirmed at`; `comment`: what a person wrote to the student.

A blank is undecided, never 0. When only confirmed points are asked for, the points and totals of
all others are blank; their state still says how far they are.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from grader.export.gradebook.saying import as_text
from grader.export.gradebook.totals import counts, most, total_of
from grader.export.gradebook.written import Asked
from grader.model.gradebook import (
    HEADERS,
    STATES,
    Column,
    Grade,
    Gradebook,
    State,
    criterion_header,
)

MINUTE = 60  # seconds
PLACES = 4  # of decimals that points are written with

Value = str | float | datetime | None


class Kind(StrEnum):
    """What a column holds, for its width and its form."""

    ID = "id"
    NAME = "name"
    POINTS = "points"
    TOTAL = "total"
    NUMBER = "number"
    STATE = "state"
    WORD = "word"
    TIME = "time"
    COMMENT = "comment"


KINDS = {
    Column.ID: Kind.ID,
    Column.NAME: Kind.NAME,
    Column.TOTAL: Kind.TOTAL,
    Column.MAX: Kind.NUMBER,
    Column.STATE: Kind.STATE,
    Column.LATE: Kind.NUMBER,
    Column.KEPT: Kind.NUMBER,
    Column.CONFIRMED_BY: Kind.WORD,
    Column.CONFIRMED_AT: Kind.TIME,
    Column.COMMENT: Kind.COMMENT,
}
BEFORE = (Column.ID, Column.NAME)
BEHIND = tuple(one for one in Column if one not in BEFORE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One student's values, in the order of the columns."""

    state: State
    values: Sequence[Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """Headings, what each column holds, and a row for every student."""

    headings: Sequence[str]
    kinds: Sequence[Kind]
    rows: Sequence[TableRow]


def own_table(book: Gradebook, asked: Asked) -> OwnTable:
    """Lays the gradebook out, in its own order."""
    words = HEADERS[asked.lang]
    rubric = book.assignment.rubric
    return OwnTable(
        headings=[
            *(words[one] for one in BEFORE),
            *(criterion_header(one.id, one.points) for one in rubric),
            *(words[one] for one in BEHIND),
        ],
        kinds=[
            *(KINDS[one] for one in BEFORE),
            *(Kind.POINTS for _ in rubric),
            *(KINDS[one] for one in BEHIND),
        ],
        rows=[_row(grade, book, asked) for grade in book.grades],
    )


def _row(grade: Grade, book: Gradebook, asked: Asked) -> TableRow:
    sheet = grade.sheet if counts(grade, asked) else None
    awards = sheet.awards if sheet is not None else ()
    points = {award.criterion: award.points for award in awards}
    zone = asked.zone or book.assignment.due.tzinfo
    confirmed = grade.confirmed if grade.state is State.CONFIRMED else None
    behind: dict[Column, Value] = {
        Column.TOTAL: _rounded(total_of(grade, asked)),
        Column.MAX: _rounded(most(book)),
        Column.STATE: STATES[asked.lang][grade.state],
        Column.LATE: _late_minutes(grade),
        Column.KEPT: _kept(grade),
        Column.CONFIRMED_BY: confirmed.by if confirmed else None,
        Column.CONFIRMED_AT: confirmed.at.astimezone(zone) if confirmed else None,
        Column.COMMENT: as_text(grade.comment) or None,
    }
    return TableRow(
        state=grade.state,
        values=[
            grade.student,
            grade.name or grade.who.name or None,
            *(_rounded(points.get(one.id)) for one in book.assignment.rubric),
            *(behind[one] for one in BEHIND),
        ],
    )


def _late_minutes(grade: Grade) -> float | None:
    known = grade.received is not None or grade.late_seconds > 0
    return float(math.ceil(grade.late_seconds / MINUTE)) if known else None


def _kept(grade: Grade) -> float | None:
    lateness = grade.sheet.lateness if grade.sheet is not None else None
    return _rounded(lateness.kept_percent) if lateness is not None else None


def _rounded(points: float | None) -> float | None:
    return None if points is None else round(points, PLACES)
