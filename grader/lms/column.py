"""Write one column in the order of a given sheet, to be pasted into it.

Many universities take final marks only in a locked workbook. Any table with student ids works.
"""

import re
from collections.abc import Collection, Sequence

from grader.export.gradebook import ExportOptions, Notice, Written
from grader.lms.filling import ColumnUse, Lms, LmsFile, fill, needed
from grader.lms.matching import GradebookRow, PersonKey, keys, keys_of
from grader.lms.notices import NoticeKind
from grader.lms.sheets import OneColumn
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.people import name_forms, plain_cell, same_id
from grader.tables import read_table
from grader.wording import visible

ANY_TABLE = Lms(keys={}, order=(PersonKey.STUDENT, PersonKey.MAIL, PersonKey.USER), called=())
HAS_DIGIT = re.compile(r"\d")
MAX_LENGTH = 40  # characters of an id or an address


def write_column(book: Gradebook, options: ExportOptions) -> Written:
    """Write one line of points per row, from the first to the last student's row.

    Raises IntakeError if no column of the sheet contains ids of these students.
    """
    into = needed(options)
    table = read_table(into.content, into.name).rows
    known = {grade.student: keys_of(grade) for grade in book.grades}
    kind_of = {
        key: kind
        for kind in reversed(ANY_TABLE.order)
        for mine in known.values()
        for key in mine[kind]
    }
    names = {key for mine in known.values() for key in mine[PersonKey.NAME]}
    columns = [[plain_cell(cell) for cell in cells] for cells in zip(*table, strict=True)]
    hits = [len({same_id(cell) for cell in cells} & kind_of.keys()) for cells in columns]
    if not any(hits):
        raise IntakeError(
            "{path}: no column contains the IDs of these students, so their rows cannot be "
            "identified",
            path=visible(into.name),
        )
    ids = columns[hits.index(max(hits))]
    first, last = _extent(ids, kind_of)
    rows = [
        GradebookRow(
            number=at + 1,
            who=visible(ids[at]),
            keys=keys({kind_of[key]: [ids[at]]} if (key := same_id(ids[at])) in kind_of else {}),
            names=tuple(cell for cell in table[at] if name_forms(cell) & names),
        )
        for at in range(first, last + 1)
        if ids[at]
    ]
    sheet = OneColumn(first=first + 1, last=last + 1)
    notice = Notice(kind=NoticeKind.FIRST_ROW, params={"row": first + 1, "last": last + 1})
    form = LmsFile(
        lms=ANY_TABLE,
        name=into.name,
        sheet=sheet,
        rows=rows,
        columns={ColumnUse.POINTS: 0},
        notices=[notice],
        content=lambda _: (sheet.content(), ()),
    )
    return fill(form, book, options)


def _extent(ids: Sequence[str], known: Collection[str]) -> tuple[int, int]:
    """Return the first and the last row with an id, including students of other courses."""
    ours = [at for at, cell in enumerate(ids) if same_id(cell) in known]
    first, last = ours[0], ours[-1]
    while first and _like_id(ids[first - 1]):
        first -= 1
    while last + 1 < len(ids) and _like_id(ids[last + 1]):
        last += 1
    return first, last


def _like_id(text: str) -> bool:
    return len(text) <= MAX_LENGTH and HAS_DIGIT.search(text) is not None and not text.count(" ")
