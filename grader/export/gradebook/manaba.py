"""manaba's reportlist.xlsx, filled: 合計点, 評価 and 講評 of our students, nothing else.

What a person may have written there stays, and is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grader.export.gradebook.choosing import left_open, total_of, unconfirmed, with_total
from grader.export.gradebook.keeping import keeps_points, last_of
from grader.export.gradebook.limits import needed, sure_of_totals
from grader.export.gradebook.matching import Key, Row, keys, match
from grader.export.gradebook.saying import as_text, number_of
from grader.export.gradebook.workbooks import open_workbook, saved
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
from grader.tables import Field, Mark, column_headed
from grader.wording import visible

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

KINDS: Mapping[str, Field | Mark] = {
    "total": Mark.TOTAL,
    "letter": Mark.LETTER,
    "comment": Mark.COMMENT,
    "student": Field.STUDENT,
    "user": Field.USER,
    "name": Field.NAME,
    "mail": Field.MAIL,
    "role": Field.ROLE,
}
LEARNERS = ("履修生", "student", "")
END = "#end"
DEEPEST = 40  # rows; the headings stand in the seventh
ORDER = (Key.STUDENT, Key.USER, Key.MAIL)


@dataclass(slots=True, kw_only=True)
class _Filling:
    """The sheet while it is being filled."""

    sheet: "Worksheet"
    header: int
    columns: Mapping[str, int]
    filled: list[str] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)
    kept: list[Replaced] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)  # by student


def fill_manaba(book: Gradebook, asked: Asked) -> Written:
    """Fills the downloaded workbook; `asked.letters` goes to 評価.

    Raises IntakeError when it cannot be opened or has no such columns.
    """
    into = needed(asked)
    workbook = open_workbook(into)
    filling = _find(workbook.worksheets, into.name)
    sure_of_totals(book, asked)
    rows = _rows(filling)
    matched = match(rows, book.grades, ORDER)
    for grade in with_total(book, asked):
        if row := matched.rows.get(grade.student):
            _fill(filling, grade, row, asked)
    filled = tuple(filling.filled)
    no_comments = [] if "comment" in filling.columns else [NoticeKind.NO_FEEDBACK_COLUMN]
    return Written(
        content=saved(workbook, into),
        filled=filled,
        left=(*left_open(book, asked), *matched.left.values(), *filling.left),
        strangers=matched.strangers(rows),
        replaced=tuple(filling.replaced),
        kept=tuple(filling.kept),
        told=filling.told,
        notices=(*(Notice(kind=one) for one in no_comments), *unconfirmed(book, filled)),
    )


def _find(sheets: Any, name: str) -> _Filling:
    """Finds the sheet and the row with the headings."""
    for sheet in sheets:
        for number, cells in enumerate(sheet.iter_rows(max_row=DEEPEST, values_only=True), start=1):
            columns = _columns([_text(cell) for cell in cells])
            if "total" in columns and {"student", "user"} & set(columns):
                return _Filling(sheet=sheet, header=number, columns=columns)
    raise IntakeError(
        "{path}: has no row with the headings {words}; take the reportlist.xlsx of manaba",
        path=visible(name),
        words="合計点, 学籍番号, ユーザID",
    )


def _columns(headings: list[str]) -> dict[str, int]:
    places = {column: column_headed(headings, kind) for column, kind in KINDS.items()}
    return {column: at + 1 for column, at in places.items() if at is not None}


def _rows(filling: _Filling) -> list[Row]:
    """Lists the learners' rows, down to `#end`."""
    rows = []
    for number in range(filling.header + 1, filling.sheet.max_row + 1):
        if _text(filling.sheet.cell(number, 1).value).casefold() == END:
            break
        row = _row(filling, number)
        if row is not None:
            rows.append(row)
    return rows


def _row(filling: _Filling, number: int) -> Row | None:
    said = {
        kind: _text(filling.sheet.cell(number, column).value)
        for kind, column in filling.columns.items()
    }
    student, user = said.get("student", ""), said.get("user", "")
    learner = said.get("role", "").casefold() in LEARNERS
    if not learner or not (student or user):
        return None
    return Row(
        at=number,
        number=number,
        who=" ".join(one for one in (student or user, said.get("name", "")) if one),
        keys=keys(student=[student], user=[user], mail=[said.get("mail", "")]),
        names=(said["name"],) if said.get("name") else (),
    )


def _text(value: object) -> str:
    """Reads an id as text, even when a spreadsheet has made a number of it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _fill(filling: _Filling, grade: Grade, row: Row, asked: Asked) -> None:
    total = round(total_of(grade, asked) or 0.0, 4)
    was = _said(filling, row, "total")
    new: tuple[str, float | str] = ("total", int(total) if total == int(total) else total)
    if was and keeps_points(was, grade.student, total, asked):
        detail = f"{row.number}: {was}"
        filling.left.append(LeftOut(student=grade.student, why=Left.KEPT, detail=detail))
        filling.kept.append(_change(filling, grade, row, new))
        return
    _put(filling, grade, row, new)
    if letter := as_text(asked.letters.get(grade.student, "")):
        _put_text(filling, grade, row, ("letter", letter), ours=asked.overwrite)
    if comment := as_text(grade.feedback):
        before = as_text(last_of(grade.student, asked).feedback)
        ours = asked.overwrite or (before != "" and _said(filling, row, "comment") == before)
        if _put_text(filling, grade, row, ("comment", comment), ours=ours):
            filling.told[grade.student] = grade.feedback
    filling.filled.append(grade.student)


def _said(filling: _Filling, row: Row, kind: str) -> str:
    """Says what a cell holds; "" when there is no such column."""
    if kind not in filling.columns:
        return ""
    return _text(filling.sheet.cell(row.number, filling.columns[kind]).value)


def _put_text(
    filling: _Filling, grade: Grade, row: Row, new: tuple[str, str], *, ours: bool
) -> bool:
    """Writes a text where nothing or ours stands; says whether it stands there now."""
    was = _said(filling, row, new[0])
    if was and was != new[1].strip() and not ours:
        filling.kept.append(_change(filling, grade, row, new))
        return False
    _put(filling, grade, row, new)
    return new[0] in filling.columns


def _put(filling: _Filling, grade: Grade, row: Row, new: tuple[str, float | str]) -> None:
    kind, value = new
    if kind not in filling.columns:
        return
    cell: Any = filling.sheet.cell(row.number, filling.columns[kind])
    was = _text(cell.value)
    if was == str(value).strip() or (kind == "total" and number_of(was) == value):
        return
    change = _change(filling, grade, row, new)
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"  # never a formula
    if was:
        filling.replaced.append(change)


def _change(filling: _Filling, grade: Grade, row: Row, new: tuple[str, float | str]) -> Replaced:
    kind, value = new
    return Replaced(
        student=grade.student,
        row=row.number,
        column=_text(filling.sheet.cell(filling.header, filling.columns[kind]).value),
        was=_said(filling, row, kind),
        now=str(value),
    )
