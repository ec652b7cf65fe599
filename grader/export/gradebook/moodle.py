"""Moodle's offline grading worksheet, filled: nothing but grades and comments of ours changes.

Points and comments that a person may have written there stay, and are told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.export.gradebook.choosing import left_open, total_of, unconfirmed, with_total
from grader.export.gradebook.keeping import keeps_points, last_of
from grader.export.gradebook.limits import needed, sure_of_maximum, sure_of_totals
from grader.export.gradebook.matching import Key, Matched, Row, keys, keys_of, match
from grader.export.gradebook.moodle_columns import Columns, find_columns, participant_of
from grader.export.gradebook.moodle_safety import safe_content
from grader.export.gradebook.saying import (
    as_html,
    has_comma,
    number_of,
    points_text,
    same_html,
    says_nothing,
)
from grader.export.gradebook.sheets import Sheet, open_sheet
from grader.export.gradebook.written import (
    Asked,
    Left,
    LeftOut,
    Notice,
    NoticeKind,
    Replaced,
    Written,
)
from grader.model.errors import IntakeError
from grader.model.gradebook import Grade, Gradebook
from grader.wording import visible

EMPTY = ("", "-")
FORBIDDEN = ("no", "いいえ")


@dataclass(slots=True, kw_only=True)
class _Filling:
    """A worksheet while it is being filled."""

    sheet: Sheet
    columns: Columns
    comma: bool
    filled: list[str] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)
    kept: list[Replaced] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)  # by student
    newer: bool = False  # a row that was filled had been graded before


def fill_moodle(book: Gradebook, asked: Asked) -> Written:
    """Fills the downloaded worksheet.

    Raises IntakeError when it is no such sheet or another assignment's, when its maximum is not the
    assignment's, when a total is above it, and when Moodle would read a row otherwise than it is
    meant: Moodle passes over most of these in silence.
    """
    sheet = open_sheet(needed(asked), php=True)
    columns = find_columns(sheet)
    rows = [_row(sheet, columns, number) for number, _ in sheet.rows()]
    # No row of Moodle's is without its number: it would be the rest of a text that was torn apart.
    if torn := [row.number for row in rows if not sheet.lines[row.at].cells[columns.participant]]:
        raise IntakeError(
            "{path}: row {row} has not as many cells as the first row; download the file again",
            path=visible(sheet.name),
            row=torn[0] - 1,
        )
    matched = _match(rows, book, sheet.name)
    sure_of_totals(book, asked)
    maxima = [] if columns.most is None else [one.cells[columns.most] for _, one in sheet.rows()]
    notices = sure_of_maximum(sheet.name, maxima, book)
    filling = _Filling(sheet=sheet, columns=columns, comma=_comma(sheet, columns))
    for grade in with_total(book, asked):
        if row := matched.rows.get(grade.student):
            _fill(filling, grade, row, asked)
    filled = tuple(filling.filled)
    content, mended = safe_content(sheet, columns)
    return Written(
        content=content,
        filled=filled,
        left=(*left_open(book, asked), *matched.left.values(), *filling.left),
        strangers=matched.strangers(rows),
        replaced=tuple(filling.replaced),
        kept=tuple(filling.kept),
        told=filling.told,
        notices=(*notices, *_notices(filling), *mended, *unconfirmed(book, filled)),
    )


def _row(sheet: Sheet, columns: Columns, number: int) -> Row:
    cells = sheet.lines[number - 1].cells

    def said(column: int | None) -> list[str]:
        return [] if column is None else [cells[column]]

    return Row(
        at=number - 1,
        number=number,
        who=" ".join([cells[columns.participant], *said(columns.name)]).strip(),
        keys=keys(
            participant=[participant_of(cells[columns.participant])],
            student=said(columns.student),
            user=said(columns.user),
            mail=said(columns.mail),
            name=said(columns.name),
        ),
        names=tuple(said(columns.name)),
    )


def _match(rows: Sequence[Row], book: Gradebook, name: str) -> Matched:
    """Finds the rows; raises IntakeError when the numbers are another assignment's."""
    matched = match(rows, book.grades)
    numbered = [one for one in book.grades if one.who.participant]
    fits = [
        one
        for one in numbered
        if (row := matched.rows.get(one.student))
        and row.keys[Key.PARTICIPANT] & keys_of(one)[Key.PARTICIPANT]
    ]
    if numbered and not fits:
        raise IntakeError(
            "{path}: not one participant number is one of this assignment's ({count} are "
            "known); download the worksheet of this assignment",
            path=visible(name),
            count=len(numbered),
        )
    return matched


def _comma(sheet: Sheet, columns: Columns) -> bool:
    places = [columns.grade, *([] if columns.most is None else [columns.most])]
    return has_comma(line.cells[at] for _, line in sheet.rows() for at in places)


def _fill(filling: _Filling, grade: Grade, row: Row, asked: Asked) -> None:
    columns, line = filling.columns, filling.sheet.lines[row.at]
    if columns.changeable is not None and line.cells[columns.changeable].lower() in FORBIDDEN:
        filling.left.append(LeftOut(student=grade.student, why=Left.LOCKED, detail=str(row.number)))
        return
    total, was = total_of(grade, asked) or 0.0, line.cells[columns.grade]
    points = points_text(total, comma=filling.comma)
    if was.strip() not in EMPTY and keeps_points(was, grade.student, total, asked):
        said = f"{row.number}: {was.strip()}"
        filling.left.append(LeftOut(student=grade.student, why=Left.KEPT, detail=said))
        filling.kept.append(_change(filling, grade, row, (columns.grade, points)))
        return
    if number_of(was) != round(total, 4):
        _put(filling, grade, row, (columns.grade, points))
    _comment(filling, grade, row, asked)
    filling.filled.append(grade.student)
    filling.newer |= columns.graded is None or line.cells[columns.graded].strip() not in EMPTY


def _comment(filling: _Filling, grade: Grade, row: Row, asked: Asked) -> None:
    """Writes the comment, unless another one stands there that a person may have written."""
    column, comment = filling.columns.feedback, as_html(grade.feedback)
    if not comment or not column:
        return
    was = filling.sheet.lines[row.at].cells[column]
    before = as_html(last_of(grade.student, asked).feedback)
    ours = says_nothing(was) or (before != "" and same_html(was, before))
    if same_html(was, comment):
        filling.told[grade.student] = grade.feedback
    elif ours or asked.overwrite:
        _put(filling, grade, row, (column, comment))
        filling.told[grade.student] = grade.feedback
    else:
        filling.kept.append(_change(filling, grade, row, (column, comment)))


def _put(filling: _Filling, grade: Grade, row: Row, new: tuple[int, str]) -> None:
    column, text = new
    change = _change(filling, grade, row, new)
    filling.sheet.put(filling.sheet.lines[row.at], column, text)
    if change.was.strip() not in EMPTY:
        filling.replaced.append(change)


def _change(filling: _Filling, grade: Grade, row: Row, new: tuple[int, str]) -> Replaced:
    column, text = new
    return Replaced(
        student=grade.student,
        row=row.number,
        column=filling.sheet.header[column],
        was=filling.sheet.lines[row.at].cells[column],
        now=text,
    )


def _notices(filling: _Filling) -> list[Notice]:
    columns, encoding = filling.columns, filling.sheet.encoding
    notices = [*columns.guessed, *columns.odd]
    notices.append(Notice(kind=NoticeKind.LANGUAGE, params={"language": columns.language}))
    if filling.newer:
        notices.append(Notice(kind=NoticeKind.OVERRIDE))
    if not columns.feedback:
        notices.append(Notice(kind=NoticeKind.NO_FEEDBACK_COLUMN))
    if not encoding.startswith("utf-8"):
        notices.append(Notice(kind=NoticeKind.ENCODING, params={"encoding": encoding}))
    return notices
