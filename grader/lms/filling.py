"""Fill an LMS's file with our points and comments, and change nothing else.

Anything that a person may have written there is kept and reported. A cell counts as ours only if it
contains what our last export of this kind wrote, or what we would write now.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct, field

from grader.export.gradebook import (
    ExportOptions,
    Into,
    Left,
    LeftOut,
    Notice,
    Replaced,
    Written,
)
from grader.export.gradebook.totals import left_open, total_of, unconfirmed, with_total
from grader.lms.columns import MarkColumn
from grader.lms.matching import GradebookRow, Matched, PersonKey, keys, keys_of, match
from grader.lms.notices import NoticeKind
from grader.lms.saying import number_of, says_points
from grader.lms.sheets import Sheet
from grader.lms.sure import sure_of_maximum
from grader.model.errors import IntakeError
from grader.model.gradebook import Exported, Grade, Gradebook
from grader.tables import Field
from grader.wording import visible

PLACES = 4  # decimals of points
FORBIDDEN = ("no", "いいえ")


class ColumnUse(StrEnum):
    """The use of a column that does not identify a student."""

    POINTS = "points"
    COMMENT = "comment"
    MAXIMUM = "maximum"
    LOCKED = "locked"  # whether Moodle allows the grade to be changed
    GRADED = "graded"  # when Moodle's grade was last changed


class Comments(Struct, frozen=True, kw_only=True):
    """How an LMS stores comments."""

    written: Callable[[str], str]  # formats a feedback for a cell; "" = none
    same: Callable[[str, str], bool]  # whether two cells read the same
    blank: Callable[[str], bool]  # whether a cell is empty to a reader


class Lms(Struct, frozen=True, kw_only=True):
    """The columns of an LMS's file by their headings, and the meaning of its cells."""

    keys: Mapping[PersonKey, Sequence[Field | str]]  # columns that identify the student of a row
    order: Sequence[PersonKey]  # most reliable first
    # names of a row in messages: the first present of each group
    called: Sequence[Sequence[Field | str]]
    places: Mapping[ColumnUse, MarkColumn] = field(default_factory=dict)
    empty: Sequence[str] = ("", "-")  # cells without points
    excused: Sequence[str] = ()  # cells of excused students, which are never filled
    comments: Comments | None = None  # None if its files have no comments
    taken: tuple[str, str] = ("", "")  # (date of these columns, source)


class LmsFile(Struct, frozen=True, kw_only=True):
    """An LMS's file, opened for filling."""

    lms: Lms
    name: str  # of the file
    sheet: Sheet
    rows: Sequence[GradebookRow]
    columns: Mapping[ColumnUse, int]
    # cells with the maximum; None if this LMS's files never contain it
    maxima: Sequence[str] | None = None
    dated: bool = False  # whether the LMS ignores sheets older than its own grades
    notices: Sequence[Notice] = ()
    content: Callable[[Collection[GradebookRow]], tuple[bytes, Sequence[Notice]]]
    """Returns the bytes and further notices, given the rows that were filled."""


def row_of(lms: Lms, number: int, cells: Mapping[Field | str, str]) -> GradebookRow:
    """Build a row from the cells of its columns."""
    texts = {kind: [cells.get(field, "") for field in ones] for kind, ones in lms.keys.items()}
    name = " ".join(filter(None, texts.get(PersonKey.NAME, ())))
    called = (
        next(filter(None, (cells.get(field, "") for field in group)), "") for group in lms.called
    )
    return GradebookRow(
        number=number,
        who=" ".join(filter(None, called)).strip(),
        keys=keys({**texts, PersonKey.NAME: [name]}),
        names=(name,),
    )


def fill(form: LmsFile, book: Gradebook, options: ExportOptions) -> Written:
    """Fill in the points of every student who has points and exactly one row.

    Raises IntakeError if the maximum differs, or if the file is another assignment's.
    """
    matched = match(form.rows, book.grades, form.lms.order)
    _sure_of_assignment(form, matched, book)
    notices = [] if form.maxima is None else sure_of_maximum(form.name, form.maxima, book)
    filling = _Filling(form=form, asked=options)
    for grade in with_total(book, options):
        if row := matched.rows.get(grade.student):
            filling.fill(grade, row)
    content, more = form.content([matched.rows[student] for student in filling.filled])
    kinds = [NoticeKind.OVERRIDE] if filling.newer else []
    if form.lms.comments is not None and ColumnUse.COMMENT not in form.columns:
        kinds.append(NoticeKind.NO_FEEDBACK_COLUMN)
    return Written(
        content=content,
        filled=tuple(filling.filled),
        left=(*left_open(book, options), *matched.left.values(), *filling.left),
        strangers=matched.strangers(form.rows),
        replaced=tuple(filling.replaced),
        kept=tuple(filling.kept),
        told=filling.told,
        notices=(
            *notices,
            *form.notices,
            *(Notice(kind=kind) for kind in kinds),
            *more,
            *unconfirmed(book, filling.filled),
        ),
    )


def _sure_of_assignment(form: LmsFile, matched: Matched, book: Gradebook) -> None:
    """Raise IntakeError if none of Moodle's participant numbers, local to an assignment, match."""
    numbered = [grade for grade in book.grades if grade.who.participant]
    if PersonKey.PARTICIPANT not in form.lms.order or not numbered:
        return
    rows = [(matched.rows.get(grade.student), grade) for grade in numbered]
    if not any(
        row.keys[PersonKey.PARTICIPANT] & keys_of(grade)[PersonKey.PARTICIPANT]
        for row, grade in rows
        if row
    ):
        raise IntakeError(
            "{path}: none of the participant numbers belongs to this assignment (known "
            "numbers: {count}); download the worksheet of this assignment",
            path=visible(form.name),
            count=len(numbered),
        )


class _Filling(Struct, kw_only=True):
    form: LmsFile
    asked: ExportOptions
    filled: list[str] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)
    kept: list[Replaced] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)  # feedback by student
    newer: bool = False  # whether a filled row had been graded before

    def fill(self, grade: Grade, row: GradebookRow) -> None:
        """Fill one row, unless its cell holds something that is not ours."""
        was = self._cell(row, ColumnUse.POINTS).strip()
        total = round(total_of(grade, self.asked) or 0.0, PLACES)
        if self._cell(row, ColumnUse.LOCKED).lower() in FORBIDDEN:
            self._leave(grade, Left.LOCKED, f"{row.number}")
        elif was.upper() in self.form.lms.excused:
            self._leave(grade, Left.EXCUSED, f"{row.number}: {was}")
        elif was not in self.form.lms.empty and self._keeps(was, grade, total):
            self._leave(grade, Left.KEPT, f"{row.number}: {was}")
            self.kept.append(self._change(grade, row, ColumnUse.POINTS, total))
        else:
            if number_of(was) != total:
                self._put(grade, row, ColumnUse.POINTS, total)
            self._comment(grade, row)
            self.filled.append(grade.student)
            graded = ColumnUse.GRADED not in self.form.columns or not self._blank(
                row, ColumnUse.GRADED
            )
            self.newer |= self.form.dated and graded

    def _comment(self, grade: Grade, row: GradebookRow) -> None:
        """Write the comment, unless a person may have written the present one."""
        comments = self.form.lms.comments
        if comments is None or ColumnUse.COMMENT not in self.form.columns:
            return
        if not (comment := comments.written(grade.feedback)):
            return
        was = self._cell(row, ColumnUse.COMMENT)
        before = comments.written(self._last(grade).feedback)
        ours = comments.blank(was) or (before != "" and comments.same(was, before))
        if not comments.same(was, comment):
            if not (ours or self.asked.overwrite):
                self.kept.append(self._change(grade, row, ColumnUse.COMMENT, comment))
                return
            self._put(grade, row, ColumnUse.COMMENT, comment)
        self.told[grade.student] = grade.feedback

    def _keeps(self, cell: str, grade: Grade, total: float) -> bool:
        """Return whether the points in a cell are not ours and must be kept."""
        ours = (total, self._last(grade).total)
        return not self.asked.overwrite and not any(says_points(cell, points) for points in ours)

    def _last(self, grade: Grade) -> Exported:
        """Return what the last export of this kind wrote; empty if there was none."""
        return self.asked.last.get(grade.student) or Exported(student=grade.student, total=None)

    def _leave(self, grade: Grade, why: Left, detail: str) -> None:
        self.left.append(LeftOut(student=grade.student, why=why, detail=detail))

    def _cell(self, row: GradebookRow, place: ColumnUse) -> str:
        """Return the content of a cell; "" if there is no such column."""
        column = self.form.columns.get(place)
        return "" if column is None else self.form.sheet.cell(row.number, column)

    def _blank(self, row: GradebookRow, place: ColumnUse) -> bool:
        return self._cell(row, place).strip() in self.form.lms.empty

    def _put(self, grade: Grade, row: GradebookRow, place: ColumnUse, value: float | str) -> None:
        change = self._change(grade, row, place, value)
        self.form.sheet.put(row.number, self.form.columns[place], value)
        if change.was.strip() not in self.form.lms.empty:
            self.replaced.append(change)

    def _change(
        self, grade: Grade, row: GradebookRow, place: ColumnUse, value: float | str
    ) -> Replaced:
        column = self.form.columns[place]
        return Replaced(
            student=grade.student,
            row=row.number,
            column=self.form.sheet.heading(column),
            was=self._cell(row, place),
            now=self.form.sheet.shown(value),
        )


def needed(options: ExportOptions) -> Into:
    """Return the file to fill; raise IntakeError if none was given."""
    if options.into is None:
        raise IntakeError("this format fills in an LMS file; specify it with --into FILE")
    return options.into
