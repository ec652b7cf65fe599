"""Canvas's gradebook CSV: who they are, one assignment's column, and nobody without points.

Canvas takes an empty cell for a change and an unknown title for a new assignment, so no other
column goes back. It finds students by ID, SIS id and login before the name: these columns stay.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.export.gradebook.choosing import left_open, total_of, unconfirmed, with_total
from grader.export.gradebook.keeping import keeps_points
from grader.export.gradebook.limits import needed, sure_of_maximum, sure_of_totals
from grader.export.gradebook.lines import Line
from grader.export.gradebook.matching import Key, Row, keys, match
from grader.export.gradebook.saying import has_comma, number_of, points_text
from grader.export.gradebook.sheets import Sheet, open_sheet
from grader.export.gradebook.written import Asked, Left, LeftOut, Replaced, Written
from grader.model.errors import IntakeError
from grader.model.gradebook import Grade, Gradebook
from grader.tables import canvas_words
from grader.wording import visible

POINTS = "Points Possible"
READ_ONLY = "(read only)"
EXCUSED = ("EX", "N/A")
NUMBERED = re.compile(r"(?P<title>.*)\((?P<id>\d+)\)", re.DOTALL)
ORDER = (Key.USER, Key.STUDENT, Key.MAIL, Key.NAME)


@dataclass(slots=True, kw_only=True)
class _Filling:
    """The gradebook while it is being filled."""

    sheet: Sheet
    column: int
    comma: bool
    filled: list[str] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)
    kept: list[Replaced] = field(default_factory=list)


def fill_canvas(book: Gradebook, asked: Asked) -> Written:
    """Fills the exported gradebook; `asked.column` is a title or an assignment's number there.

    Raises IntakeError when it is no such file, when no one column is the assignment's, and when
    its points possible are not the assignment's.
    """
    sheet = open_sheet(needed(asked))
    column = _column(sheet, book, asked)
    above, below = _split(sheet)
    notices = sure_of_maximum(sheet.name, _points_possible(sheet, above, column), book)
    sure_of_totals(book, asked)
    rows = [_row(sheet, number) for number in below]
    matched = match(rows, book.grades, ORDER)
    filling = _Filling(sheet=sheet, column=column, comma=_comma(sheet))
    for grade in with_total(book, asked):
        if row := matched.rows.get(grade.student):
            _fill(filling, grade, row, asked)
    filled = tuple(filling.filled)
    kept = {matched.rows[one].at for one in filled}
    return Written(
        content=_only(sheet, [0, *(one - 1 for one in above)], kept, column),
        filled=filled,
        left=(*left_open(book, asked), *matched.left.values(), *filling.left),
        strangers=matched.strangers(rows),
        replaced=tuple(filling.replaced),
        kept=tuple(filling.kept),
        notices=(*notices, *unconfirmed(book, filled)),
    )


def _column(sheet: Sheet, book: Gradebook, asked: Asked) -> int:
    """Finds the assignment's column: by number, by title, or by the assignment's own names."""
    heads = {one.strip() for one in sheet.header}
    if "ID" not in heads or not heads & set(canvas_words("named")):
        raise IntakeError(
            "{path}: has no columns Student and ID; it is no gradebook of Canvas",
            path=visible(sheet.name),
        )
    wanted = (
        [asked.column] if asked.column else [*book.assignment.title.values(), book.assignment.id]
    )
    plain = {_plain(one) for one in wanted}
    for fits in (_exact, _title):
        found = [at for at, head in _assignments(sheet) if fits(head) & plain]
        if len(found) == 1:
            return found[0]
    numbered = _assignments(sheet)
    first = {_plain(one.split()[0]) for one in wanted if one.split() and not asked.column}
    if len(numbered) == 1 and _title(numbered[0][1]) & first:
        return numbered[0][0]  # "課題1", the only one, for "課題1 行列積"
    sample = numbered[0][1].strip().removesuffix(")").rpartition("(")[2] if numbered else "ID"
    columns = ", ".join(visible(head) for _, head in _assignments(sheet)) or "-"
    raise IntakeError(
        "{path}: no single column is {column}; give one with --column, such as "
        "--column {sample}; they are: {columns}",
        path=visible(sheet.name),
        column=visible(wanted[0]),
        sample=sample,
        columns=columns,
    )


def _assignments(sheet: Sheet) -> list[tuple[int, str]]:
    return [(at, head) for at, head in enumerate(sheet.header) if NUMBERED.fullmatch(head.strip())]


def _exact(head: str) -> set[str]:
    found = NUMBERED.fullmatch(head.strip())
    return {_plain(head), found["id"], f"({found['id']})"} if found else {_plain(head)}


def _title(head: str) -> set[str]:
    found = NUMBERED.fullmatch(head.strip())
    return {_plain(found["title"])} if found else set()


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()


def _split(sheet: Sheet) -> tuple[list[int], list[int]]:
    """Gives the numbers of Canvas's own rows below the header, and of the students' rows."""
    ours = [number for number, line in sheet.rows() if _canvas_own(sheet, line)]
    return ours, [number for number, _ in sheet.rows() if number not in ours]


def _is_who(head: str) -> bool:
    return head.strip() in canvas_words("who")


def _canvas_own(sheet: Sheet, line: Line) -> bool:
    who = [line.cells[at].strip() for at, head in enumerate(sheet.header) if _is_who(head)]
    return line.cells[0].strip() == POINTS or not any(who)


def _points_possible(sheet: Sheet, above: Sequence[int], column: int) -> list[str]:
    cells = [
        line.cells[column]
        for line in (sheet.lines[number - 1] for number in above)
        if line.cells[0].strip() == POINTS
    ]
    if any(cell.strip() == READ_ONLY for cell in cells):
        raise IntakeError(
            "{path}: {column} is (read only); Canvas takes no grades for it",
            path=visible(sheet.name),
            column=visible(sheet.header[column]),
        )
    return cells


def _row(sheet: Sheet, number: int) -> Row:
    cells = sheet.lines[number - 1].cells
    said = {
        head.strip(): cell for head, cell in zip(sheet.header, cells, strict=True) if _is_who(head)
    }
    name = " ".join(said[one] for one in canvas_words("named") if said.get(one))
    login, sis = said.get("SIS Login ID", ""), said.get("SIS User ID", "")
    return Row(
        at=number - 1,
        number=number,
        who=f"{name} {said['ID']}".strip(),
        keys=keys(
            user=[said["ID"], login],
            student=[sis, login, said.get("Integration ID", "")],
            mail=[login] if "@" in login else [],
            name=[name],
        ),
        names=(name,),
    )


def _comma(sheet: Sheet) -> bool:
    return has_comma(line.cells[at] for _, line in sheet.rows() for at, _ in _assignments(sheet))


def _fill(filling: _Filling, grade: Grade, row: Row, asked: Asked) -> None:
    line = filling.sheet.lines[row.at]
    was = line.cells[filling.column].strip()
    if was.upper() in EXCUSED:
        left = LeftOut(student=grade.student, why=Left.EXCUSED, detail=f"{row.number}: {was}")
        filling.left.append(left)
        return
    total = total_of(grade, asked) or 0.0
    text, head = points_text(total, comma=filling.comma), filling.sheet.header[filling.column]
    change = Replaced(student=grade.student, row=row.number, column=head, was=was, now=text)
    if was not in ("", "-") and keeps_points(was, grade.student, total, asked):
        left = LeftOut(student=grade.student, why=Left.KEPT, detail=f"{row.number}: {was}")
        filling.left.append(left)
        filling.kept.append(change)
        return
    if number_of(was) != round(total, 4):
        filling.sheet.put(line, filling.column, text)
        if was:
            filling.replaced.append(change)
    filling.filled.append(grade.student)


def _only(sheet: Sheet, above: Sequence[int], kept: set[int], column: int) -> bytes:
    """Writes the header, Canvas's own rows and the students filled, in the columns that go back."""
    places = [at for at, head in enumerate(sheet.header) if _is_who(head) or at == column]
    rows = sorted({*above, *kept})
    lines = [
        Line(
            raw=[sheet.lines[row].raw[at] for at in places],
            cells=[sheet.lines[row].cells[at] for at in places],
            end=sheet.lines[row].end or sheet.lines[0].end,
        )
        for row in rows
    ]
    short = Sheet(name=sheet.name, encoding=sheet.encoding, delimiter=sheet.delimiter, lines=lines)
    return short.content()
