"""Moodle's offline grading worksheet, filled: nothing but grades and comments of ours changes."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.export.gradebook.choosing import left_open, total_of, unconfirmed, with_total
from grader.export.gradebook.limits import needed, sure_of_maximum, sure_of_totals
from grader.export.gradebook.matching import Key, Matched, Row, keys, keys_of, match
from grader.export.gradebook.moodle_columns import Columns, find_columns, participant_of
from grader.export.gradebook.moodle_safety import safe_content
from grader.export.gradebook.saying import as_html, has_comma, number_of, points_text, same_html
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
from grader.model.gradebook import Grade, Gradebook

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
    newer: bool = False  # a row that was filled had been graded before


def fill_moodle(book: Gradebook, asked: Asked) -> Written:
    """Fills the downloaded worksheet.

    Raises IntakeError when it is no such sheet, when its maximum is not the assignment's, when a
    total is above it, and when Moodle would read a row otherwise than it is meant: Moodle passes
    over each of these in silence.
    """
    sheet = open_sheet(needed(asked), php=True)
    columns = find_columns(sheet)
    rows = [_row(sheet, columns, number) for number, _ in sheet.rows()]
    matched, notices = _match(rows, book)
    sure_of_totals(book, asked)
    maxima = [] if columns.most is None else [one.cells[columns.most] for _, one in sheet.rows()]
    notices += sure_of_maximum(sheet.name, maxima, book)
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


def _match(rows: Sequence[Row], book: Gradebook) -> tuple[Matched, list[Notice]]:
    """Finds the rows; the numbers are left aside when they are another assignment's."""
    matched = match(rows, book.grades)
    numbered = [one for one in book.grades if one.who.participant]
    fits = [
        one
        for one in numbered
        if (row := matched.rows.get(one.student))
        and row.keys[Key.PARTICIPANT] & keys_of(one)[Key.PARTICIPANT]
    ]
    if fits or not numbered:
        return matched, []
    without = [replace(row, keys={**row.keys, Key.PARTICIPANT: frozenset[str]()}) for row in rows]
    params = {"count": len(numbered)}
    return match(without, book.grades), [Notice(kind=NoticeKind.OTHER_SHEET, params=params)]


def _comma(sheet: Sheet, columns: Columns) -> bool:
    places = [columns.grade, *([] if columns.most is None else [columns.most])]
    return has_comma(line.cells[at] for _, line in sheet.rows() for at in places)


def _fill(filling: _Filling, grade: Grade, row: Row, asked: Asked) -> None:
    columns, line = filling.columns, filling.sheet.lines[row.at]
    if columns.changeable is not None and line.cells[columns.changeable].lower() in FORBIDDEN:
        filling.left.append(LeftOut(student=grade.student, why=Left.LOCKED, detail=str(row.number)))
        return
    total = total_of(grade, asked) or 0.0
    if number_of(line.cells[columns.grade]) != round(total, 4):
        _put(filling, grade, row, (columns.grade, points_text(total, comma=filling.comma)))
    comment = as_html(grade.feedback)
    if comment and columns.feedback and not same_html(line.cells[columns.feedback], comment):
        _put(filling, grade, row, (columns.feedback, comment))
    filling.filled.append(grade.student)
    filling.newer |= columns.graded is None or line.cells[columns.graded].strip() not in EMPTY


def _put(filling: _Filling, grade: Grade, row: Row, new: tuple[int, str]) -> None:
    column, text = new
    line = filling.sheet.lines[row.at]
    was = line.cells[column]
    filling.sheet.put(line, column, text)
    if was.strip() not in EMPTY:
        filling.replaced.append(
            Replaced(
                student=grade.student,
                row=row.number,
                column=filling.sheet.header[column],
                was=was,
                now=text,
            )
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
