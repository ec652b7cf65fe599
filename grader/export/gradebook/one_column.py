"""One column in a given sheet's order, to be pasted where nothing else may be written.

Many universities take final marks only in a workbook that is locked. Whatever table has the ids in
it will do: the points come one to a line, blank where there are none, from the first student's row
to the last one's.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from grader.export.gradebook.choosing import left_open, total_of, unconfirmed
from grader.export.gradebook.limits import needed
from grader.export.gradebook.matching import Key, keys_of, names_another
from grader.export.gradebook.saying import points_text
from grader.export.gradebook.written import (
    Asked,
    Into,
    Left,
    LeftOut,
    Notice,
    NoticeKind,
    Stranger,
    Written,
)
from grader.model.errors import IntakeError
from grader.model.gradebook import Grade, Gradebook
from grader.people import name_forms, same_id
from grader.tables import read_table
from grader.wording import visible

HAS_DIGIT = re.compile(r"\d")
LONGEST = 40  # characters of an id or an address
Cells = Sequence[Sequence[str]]


def write_column(book: Gradebook, asked: Asked) -> Written:
    """Writes the totals as text, one line per row of the sheet; LF, no heading.

    Raises IntakeError when no column of the sheet holds ids of these students.
    """
    into = needed(asked)
    rows = read_table(into.content, into.name).rows
    ids = _ids(book)
    column = _column(rows, ids, into)
    first, last = _extent(rows, column, ids)
    wanted = {at: ids.get(same_id(_cell(rows[at], column))) for at in range(first, last + 1)}
    times = [one for one in wanted.values() if one]
    twice = {one for one in times if times.count(one) > 1}
    others = _others(rows, wanted, book)
    points = {one.student: total_of(one, asked) for one in book.grades}
    shown = {at: points[one] for at, one in wanted.items() if one and one not in (*twice, *others)}
    text = "".join(_line(shown.get(at)) + "\n" for at in wanted)
    filled = tuple(one for at, one in wanted.items() if one and shown.get(at) is not None)
    return Written(
        content=text.encode(),
        filled=filled,
        left=(*left_open(book, asked), *_missed(book.grades, times, others, asked)),
        strangers=tuple(
            Stranger(row=at + 1, who=visible(_cell(rows[at], column)))
            for at, one in wanted.items()
            if one is None and _cell(rows[at], column)
        ),
        notices=(
            Notice(kind=NoticeKind.FIRST_ROW, params={"row": first + 1, "last": last + 1}),
            *unconfirmed(book, filled),
        ),
    )


def _missed(
    grades: Sequence[Grade], times: Sequence[str], others: Mapping[str, int], asked: Asked
) -> Iterator[LeftOut]:
    """Says whose row is not there, there twice, or called by somebody else's name."""
    for grade in grades:
        one, rows = grade.student, times.count(grade.student)
        if rows != 1:
            yield LeftOut(student=one, why=Left.SEVERAL if rows else Left.NO_ROW)
        elif one in others and total_of(grade, asked) is not None:
            yield LeftOut(student=one, why=Left.CONFLICT, detail=str(others[one] + 1))


def _others(rows: Cells, wanted: Mapping[int, str | None], book: Gradebook) -> Mapping[str, int]:
    """Finds rows with one's id and the full name of somebody else of the gradebook."""
    known = {one.student: keys_of(one) for one in book.grades}
    names = {key for one in known.values() for key in one[Key.NAME]}
    by_student, found = book.by_student, dict[str, int]()
    for at, student in wanted.items():
        said = [cell for cell in rows[at] if name_forms(cell) & names]
        if student and said and names_another(by_student[student], said, known):
            found[student] = at
    return found


def _ids(book: Gradebook) -> Mapping[str, str]:
    """Gives everybody's ids, and what else is theirs alone; ids win over logins and mails."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for kind in (Key.STUDENT, Key.MAIL, Key.USER):
        before = set(found)
        for grade in book.grades:
            for one in keys_of(grade)[kind] - before:
                if found.setdefault(one, grade.student) != grade.student:
                    shared.add(one)
    return {one: student for one, student in found.items() if one not in shared}


def _cell(row: Sequence[str], column: int) -> str:
    return row[column].strip().removeprefix("'") if column < len(row) else ""


def _column(rows: Cells, ids: Mapping[str, str], into: Into) -> int:
    """Finds the column with the most of our students; the first of equals."""
    width = max(map(len, rows), default=0)
    hits = [len({ids.get(same_id(_cell(row, at))) for row in rows} - {None}) for at in range(width)]
    if not any(hits):
        raise IntakeError(
            "{path}: no column holds the ids of these students, so nobody's row is known",
            path=visible(into.name),
        )
    return hits.index(max(hits))


def _extent(rows: Cells, column: int, ids: Mapping[str, str]) -> tuple[int, int]:
    """Finds the first and the last row of a student, ours or not."""
    ours = [at for at, row in enumerate(rows) if same_id(_cell(row, column)) in ids]
    first, last = ours[0], ours[-1]
    while first and _like_id(_cell(rows[first - 1], column)):
        first -= 1
    while last + 1 < len(rows) and _like_id(_cell(rows[last + 1], column)):
        last += 1
    return first, last


def _like_id(text: str) -> bool:
    return len(text) <= LONGEST and HAS_DIGIT.search(text) is not None and not text.count(" ")


def _line(points: float | None) -> str:
    return "" if points is None else points_text(points)
