"""Import a table of ours that a person edited, as decisions and comments of that person.

Rows are matched by student id. A blank cell changes nothing, nor does one with the current value as
the table writes it; any other number from 0 to the maximum is a decision. The comment of a row is
written to the student, and is the reason of every decision in the row.

A problem in any row rejects the whole table. Decisions made after the table was written cannot be
recognised here, so every edit names the value that it replaces, who decided that, and when.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from difflib import get_close_matches
from enum import StrEnum

from msgspec import Struct, field

from grader.export.gradebook.saying import as_text
from grader.gradebook.desk import OpenBook
from grader.gradebook.saying import said_of
from grader.model.course import Assignment
from grader.model.errors import GraderError, IntakeError
from grader.model.finding import Param
from grader.model.gradebook import (
    CRITERION,
    GUARD,
    Column,
    Comment,
    Grade,
    State,
    column_of,
    criteria_by_name,
    criterion_of,
    title_key,
)
from grader.model.scoresheet import GRADER, Decision, one_line, same
from grader.people import is_total, plain_cell, same_id
from grader.scoring import counting
from grader.store import with_word
from grader.tables import Table
from grader.wording import Wording, visible

NO_COMMENT = ("-", "－", "ー", "−")
"""Cells that delete a comment; a blank cell changes nothing."""

_POINTS = re.compile(r"\d{1,6}(\.\d*)?|\.\d+", re.ASCII)
_SPREADSHEETS = "cp932"  # Excel's default encoding, which lacks some letters
_CENT = 0.0051  # tolerance for totals with two decimals


MISSPELT, OF_TWO = 0.75, 0.5  # minimum similarity to a criterion: 3 of 4 letters, 1 of 2


class RemarkKind(StrEnum):
    """The kind of a problem in a table; TOTAL is only a note."""

    SAME_HEADING = "same-heading"  # two columns have the heading {heading}
    NO_CRITERION = "no-criterion"  # {heading} names no criterion with this maximum
    UNKNOWN_ID = "unknown-id"  # {id} is unknown
    NO_ID = "no-id"  # points or a comment without an id
    SAME_ID = "same-id"  # row {other} has the same student
    OTHER_NAME = "other-name"  # {name}, not {known}
    CUT_OFF = "cut-off"  # the file ends in the middle of this row
    BAD_POINTS = "bad-points"  # {text} for {criterion}, which has {max} points
    TOTAL = "total"  # {found}, not {total}: edited without the criteria


class Remark(Struct, frozen=True, kw_only=True):
    """A problem in one row of the table."""

    kind: RemarkKind
    file: str
    row: int  # 1-based
    student: str = ""
    params: Mapping[str, Param] = field(default_factory=dict)

    def say(self, words: Wording) -> str:
        """Word the place, the problem, and the remedy."""
        sentence = words.text(f"gradebook.table.{self.kind}", **self.params)
        key = "gradebook.at_student" if self.student else "gradebook.at_row"
        return words.text(key, file=self.file, row=self.row, student=self.student, said=sentence)


class Signed(Struct, frozen=True, kw_only=True):
    """The person who imports the table, the time, and the language of the decisions' reasons."""

    by: str
    at: datetime  # with a zone
    words: Wording


class Edit(Struct, frozen=True, kw_only=True):
    """A cell that differs from the current value."""

    new: Decision | Comment
    before: float | str | None  # points or a comment; None: nothing so far
    by: str = ""  # who decided or wrote that
    at: datetime | None = None  # None: by `grader`, or nothing so far
    title: Mapping[str, str] = field(default_factory=dict)  # of the criterion
    absent: bool = False  # the student submitted nothing

    def say(self, words: Wording, zone: tzinfo) -> str:
        """Word the student, the place, the current value, its author and time, and the new one."""
        new, when = self.new, f", {self.at.astimezone(zone):%Y-%m-%d %H:%M}" if self.at else ""
        stood = f"{self.before:.10g}" if isinstance(self.before, float) else f"{self.before}"
        before = words.text("gradebook.stood", before=visible(one_line(stood)), by=self.by + when)
        if isinstance(new, Comment):
            nothing = words.text("gradebook.no_comment")
            before = nothing if self.before is None else before
            text = visible(one_line(new.text)) or nothing
            return words.text(
                "gradebook.new_comment", student=new.student, before=before, text=text
            )
        if self.before is None:
            before = words.text(f"gradebook.{'absent' if self.absent else 'undecided'}")
        row: dict[str, Param] = {"student": new.student, "criterion": self.title}
        return words.text("gradebook.new_points", **row, before=before, points=f"{new.points:.10g}")


class Imported(Struct, frozen=True, kw_only=True):
    """The changes of a table, row by row. If there are problems, none may be stored."""

    edits: tuple[Edit, ...]
    unchanged: tuple[str, ...]  # students in the table whose row changes nothing
    problems: tuple[Remark, ...]
    warnings: tuple[Remark, ...]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The points among the edits."""
        return tuple(edit.new for edit in self.edits if isinstance(edit.new, Decision))

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The comments among the edits."""
        return tuple(edit.new for edit in self.edits if isinstance(edit.new, Comment))


def import_table(
    tables: Sequence[Table], here: OpenBook, signed: Signed, others: Collection[str] = ()
) -> Imported:
    """Compare a table with the current gradebook; store nothing.

    `tables` are the sheets of one file (`tables.read_tables`). Raises IntakeError if none is a
    table of ours, or if it is named after one of `others`, the course's other assignments, and
    GraderError if the person who decides is not named.
    """
    if signed.by.strip() in ("", GRADER):
        raise GraderError("the decisions in the table have no name")
    if signed.at.utcoffset() is None:
        raise GraderError("the decisions in the table have no time zone")
    table = choose_table(tables, here.book.assignment)
    _refuse_another(table, here.book.assignment.id, others)
    reading = _TableReading(table, here, signed)
    rows = [*reading.rows()]
    edits = {grade.student: [*reading.edits(row, grade)] for row, grade in rows}
    remarks = reading.remarks
    return Imported(
        edits=tuple(edit for row in edits.values() for edit in row),
        unchanged=tuple(student for student, found in edits.items() if not found),
        problems=tuple(each for each in remarks if each.kind is not RemarkKind.TOTAL),
        warnings=tuple(each for each in remarks if each.kind is RemarkKind.TOTAL),
    )


def choose_table(tables: Sequence[Table], assignment: Assignment) -> Table:
    """Return a workbook's sheet that is named after the assignment, or the only one with headings.

    Raises IntakeError if there is none, or several without that name.
    """
    ours = [table for table in tables if _heading_of(table, assignment)]
    named = [table for table in ours if table.sheet == assignment.id] or ours
    if len(named) > 1:
        raise IntakeError(
            "{name}: has several sheets with points, but none is named {assignment}; rename "
            "the sheet to read",
            name=named[0].name,
            assignment=assignment.id,
        )
    if not named:
        raise IntakeError(
            "{name}: has no row of headings with the student ID and the criteria; use a "
            "table written by `grader export`",
            name=tables[0].name if tables else "",
        )
    return named[0]


def _refuse_another(table: Table, assignment: str, others: Collection[str]) -> None:
    """Raise IntakeError for a table of another assignment, whose criteria may be called the same.

    Exported sheets and files begin with the assignment's name; the sheet's own name counts first.
    """
    longest_first = sorted({assignment, *others}, key=len, reverse=True)
    for text in (table.sheet, table.name):
        for name in longest_first:
            if re.match(rf"{re.escape(name)}(?![0-9A-Za-z])", text):
                if name == assignment:
                    return
                raise IntakeError(
                    "{name}: is named after the assignment {other}, but was given for {assignment};"
                    " use the table of {assignment}, or rename the sheet or file if it is the right"
                    " one",
                    name=table.name,
                    other=name,
                    assignment=assignment,
                )


def _heading_of(table: Table, assignment: Assignment) -> int:
    """Return the first row with headings of id and points or comments, from 1; 0 if none."""
    names = criteria_by_name(assignment.rubric)
    for number, row in enumerate(table.rows, start=1):
        known = {column_of(unicodedata.normalize("NFKC", cell)) for cell in row}
        points = any(_criterion_in(cell, names) for cell in row)
        if Column.ID in known and (points or Column.COMMENT in known):
            return number
    return 0


def _criterion_in(cell: str, names: Mapping[str, str]) -> str | None:
    """Return a criterion's id from a heading with or without its maximum; else the name in it."""
    heading = unicodedata.normalize("NFKC", cell)
    named = criterion_of(heading)
    if named is None and column_of(heading) is None:
        return names.get(title_key(bare(heading)))
    return named and names.get(title_key(named), named)  # a title, or an id


class _TableReading:
    """Compares one table with the gradebook. Rows are numbered from 1, as in a spreadsheet."""

    def __init__(self, table: Table, here: OpenBook, signed: Signed) -> None:
        self.remarks: list[Remark] = []
        self._table, self._rows, self._book, self._signed = table, table.rows, here.book, signed
        in_force = counting(here.store.decisions(), here.book.assignment)
        self._decided = {(each.student, each.criterion): each for each in in_force}
        self._comments = {each.student: each for each in here.store.comments()}
        self._keys = {row.student: row.key for row in here.store.observed().values()}
        self._heading = _heading_of(table, here.book.assignment)
        self._columns: dict[Column, int] = {}
        self._criteria: dict[str, int] = {}
        self._read_headings()

    def _remark(self, kind: RemarkKind, row: int, student: str = "", **params: Param) -> None:
        file = self._table.name
        self.remarks.append(Remark(kind=kind, file=file, row=row, student=student, params=params))

    def _read_headings(self) -> None:
        rubric = self._book.assignment.rubric
        names, maxima = criteria_by_name(rubric), {each.id: each.points for each in rubric}
        for at, cell in enumerate(self._rows[self._heading - 1]):
            text = bare(unicodedata.normalize("NFKC", cell))
            column, criterion = column_of(text), _criterion_in(text, names)
            most = CRITERION.fullmatch(text)
            if column is Column.ID and column in self._columns:
                raise IntakeError(
                    "{name}: two columns have the heading of the student ID; remove one of them",
                    name=self._table.name,
                )
            if column in self._columns or criterion in self._criteria:
                self._remark(RemarkKind.SAME_HEADING, self._heading, heading=text)
            elif column is not None:
                self._columns[column] = at
            elif criterion is not None:
                self._criteria[criterion] = at
                if criterion not in maxima or (
                    most and not same(read_points(most["max"]), maxima[criterion])
                ):
                    self._remark(RemarkKind.NO_CRITERION, self._heading, heading=text)
            elif get_close_matches(
                key := title_key(text), names, n=1, cutoff=MISSPELT if key[2:] else OF_TWO
            ):
                # Otherwise a misspelt heading would silently lose its whole column.
                self._remark(RemarkKind.NO_CRITERION, self._heading, heading=text)

    def _cell(self, row: int, column: Column) -> str:
        at = self._columns.get(column)
        return "" if at is None else self._rows[row - 1][at].strip()

    def rows(self) -> Iterator[tuple[int, Grade]]:
        """Match all rows with students, even above the headings: a table may be sorted anyhow."""
        grades, last = self._book.grades, len(self._rows)
        counts = Counter(same_id(plain_cell(grade.student)) for grade in grades)
        folded = {same_id(plain_cell(grade.student)): grade for grade in grades}
        seen: dict[str, int] = {}
        for row in range(1, last + 1):
            identity, name = plain_cell(self._cell(row, Column.ID)), self._cell(row, Column.NAME)
            if row == self._heading or column_of(identity) is Column.ID:
                continue
            key = same_id(identity)
            grade = self._book.by_student.get(identity)
            if grade is None and counts[key] == 1:
                grade = folded[key]
            if grade is None:
                listed = (
                    any(map(str.isdigit, key)) and not is_total(key) if key else self._says(row)
                )
                known = any(same_name(name, each.name) for each in grades if each.name)
                if known or (row > self._heading and listed):
                    kind = RemarkKind.UNKNOWN_ID if key else RemarkKind.NO_ID
                    self._remark(kind, row, **({"id": identity} if key else {}))
            elif grade.student in seen:
                self._remark(RemarkKind.SAME_ID, row, grade.student, other=seen[grade.student])
            elif self._table.cut_off and row == last:
                self._remark(RemarkKind.CUT_OFF, row, grade.student)
            elif name and grade.name and not same_name(name, grade.name):
                self._remark(RemarkKind.OTHER_NAME, row, grade.student, name=name, known=grade.name)
            else:
                seen[grade.student] = row
                yield row, grade

    def _says(self, row: int) -> bool:
        """Return whether a row has points or a comment, and is not a row of totals."""
        cells = self._rows[row - 1]
        points = any(read_points(cells[at]) is not None for at in self._criteria.values())
        comment = bool(self._cell(row, Column.COMMENT))
        return (points or comment) and not any(map(is_total, cells))

    def edits(self, row: int, grade: Grade) -> Iterator[Edit]:
        """Yield the decisions of a row, and its comment."""
        student, by, at = grade.student, self._signed.by.strip(), self._signed.at
        comment = _new_comment(grade, self._cell(row, Column.COMMENT))
        # Students read the reason; so it does not mention the file's name, which may be anything.
        reason = one_line(grade.comment if comment is None else comment)
        awards = {each.criterion: each for each in (grade.sheet.awards if grade.sheet else ())}
        edited = False
        for criterion in self._book.assignment.rubric:
            column = self._criteria.get(criterion.id)
            text = "" if column is None else bare(self._rows[row - 1][column])
            value, award = read_points(text), awards.get(criterion.id)
            before = award.points if award else None
            if not text or (value is not None and same(value, before)):
                continue
            edited = True
            if value is None or value > criterion.points:
                self._remark(
                    RemarkKind.BAD_POINTS,
                    row,
                    student,
                    criterion=criterion.title,
                    text=text,
                    max=criterion.points,
                )
                continue
            decided = self._decided.get((student, criterion.id))
            word, _ = said_of(grade.sheet, self._book.assignment, criterion.id)
            yield Edit(
                new=Decision(
                    student=student,
                    criterion=criterion.id,
                    points=value,
                    by=by,
                    reason=reason or self._signed.words.text("gradebook.imported"),
                    at=at,
                    evidence=with_word(self._keys.get(student, ""), word),
                ),
                before=before,
                by=award.decided_by if award else "",
                at=decided.at if decided and award and award.decided_by != GRADER else None,
                title=criterion.title,
                absent=grade.state is State.NOT_SUBMITTED,
            )
        if comment is not None:
            last = self._comments.get(student)
            yield Edit(
                new=Comment(student=student, text=comment, by=by, at=at),
                before=grade.comment or None,
                by=last.by if last else "",
                at=last.at if last else None,
            )
        found = self._cell(row, Column.TOTAL)
        if found and not edited and not found.startswith("="):  # "=": a formula without a value
            value, total = read_points(found), grade.total
            if value is None or total is None or abs(value - total) >= _CENT:
                total_text = "-" if total is None else f"{total:g}"
                self._remark(RemarkKind.TOTAL, row, student, found=found, total=total_text)


def _new_comment(grade: Grade, cell: str) -> str | None:
    """Return a cell's comment if it is new, "" to delete the current one; else None."""
    lines = bare(cell).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join(map(str.rstrip, lines)).strip()
    if not text or same_text(cell, grade.comment):
        return None
    wanted = "" if text in NO_COMMENT else text
    return None if wanted == grade.comment.strip() else wanted


def bare(cell: str) -> str:
    """Strip blanks, and the apostrophe that protects a text from spreadsheets."""
    return cell.strip().removeprefix(GUARD).strip()


def read_points(cell: str) -> float | None:
    """Parse a number, full-width digits included; None for anything ambiguous."""
    text = unicodedata.normalize("NFKC", bare(cell))
    return float(text) if _POINTS.fullmatch(text) else None


def same_text(cell: str, text: str) -> bool:
    """Return whether a cell holds this text, despite changes by writing and saving."""
    typed, *known = (
        " ".join(unicodedata.normalize("NFC", as_text(each)).split())
        for each in (bare(cell), text, bare(text))
    )
    return any(_saved_as(typed, each) for each in known)


def same_name(cell: str, name: str) -> bool:
    """Return whether a cell holds this name, ignoring blanks and the width of letters."""
    typed, known = (
        "".join(unicodedata.normalize("NFKC", text).split()).casefold()
        for text in (bare(cell), name)
    )
    return _saved_as(typed, known)


def _saved_as(cell: str, known: str) -> bool:
    """Return whether a spreadsheet may have saved `known` as `cell`, in a smaller charset.

    Such a letter becomes its base letter, a similar one (〜 becomes ～), or one or two question
    marks.
    """

    def saved(letter: str) -> str:
        coded = letter.encode(_SPREADSHEETS, "replace").decode(_SPREADSHEETS)
        plain = unicodedata.normalize("NFKD", letter)[0]
        marks = ["?", "??", plain] if coded != letter else []
        return f"({'|'.join(map(re.escape, {letter, coded, *marks}))})"

    return cell == known or re.fullmatch("".join(map(saved, known)), cell) is not None
