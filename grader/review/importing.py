"""A table of ours that a person edited -> Decisions and comments.

The rules: the id says whose a row is; a name or a maximum that does not fit stops the row; blank
cells change nothing; a cell that says something new is a decision, of the person who imports. The
comment is what the student is told, and the reason of every decision made in its row; it may be
changed alone. A row with a problem changes nothing at all, and the problem names the row. To import
the same table again changes nothing.

What is new is told by the export that the table came from: a cell that says what was exported was
not touched. A table counts against the grader's own points, which may have changed since, but never
against another person's newer decision or comment. It decides upon the files of the time of its
export: whoever handed in others since is named.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.course import Assignment, Criterion
from grader.model.errors import GraderError, IntakeError
from grader.model.finding import Param
from grader.model.gradebook import (
    CRITERION,
    GUARD,
    Column,
    Comment,
    Export,
    Exported,
    Grade,
    Gradebook,
    State,
    column_of,
    criteria_by_name,
    criterion_of,
    state_of,
    title_key,
)
from grader.model.scoresheet import GRADER, Decision, one_line, points_of, same
from grader.people import same_id, was_made_a_number, without_zeros
from grader.review.saying import said_of
from grader.store import same_files, with_word
from grader.tables import Table, table_of
from grader.wording import CUT, Wording, visible

KINDS = ("csv", "xlsx")
"""The exports that are tables of ours."""
NOT_KNOWN: Mapping[str, str] = {}
NO_COMMENT = ("-", "－", "ー", "−")
"""Takes a comment away; a blank changes nothing."""

_HAS_DIGIT = re.compile(r"[0-9]")
_POINTS = re.compile(r"\d{1,6}(\.\d*)?|\.\d+", re.ASCII)
_SPREADSHEETS = "cp932"  # what Excel writes when nobody asks for UTF-8; it has not all letters
_MOST = 100_000  # characters
_LONG = 400  # characters; nothing shorter is cut on the way out
_ENOUGH = 8  # cells that tell whether it is this assignment's table
_CENT = 0.0051  # totals may be written with two digits
_FULL = 100.0  # percent

_Key = TypeVar("_Key", bound=str)


class Problem(StrEnum):
    """Why a row, or a column, was not taken."""

    SAME_HEADING = "same-heading"  # {heading} stands over two columns
    OTHER_POINTS = "other-points"  # {heading}: the criterion has {max} points by now
    LOST_ZEROS = "lost-zeros"  # {id} is {student} without its zeros
    CHANGED_ID = "changed-id"  # {id} is what a spreadsheet made of an id
    NO_ID = "no-id"  # the row of {name} has no id that is known
    SAME_ID = "same-id"  # more rows than one: {rows}
    OTHER_NAME = "other-name"  # {name}, not {known}
    OTHER_MAX = "other-max"  # {found} is not the assignment's {max}
    CUT_OFF = "cut-off"  # the file ends in the middle of this row
    BAD_POINTS = "bad-points"  # {text} for {criterion}
    TOO_MANY = "too-many"  # {text} for {criterion}: 0 to {max}
    TOTAL = "total"  # {found}, not {total}: changed without the criteria
    DECIDED_SINCE = "decided-since"  # {criterion}: {by} decided {now} after the export
    COMMENTED_SINCE = "commented-since"


class Warn(StrEnum):
    """What was taken or left with something to know about it."""

    UNKNOWN_CRITERION = "unknown-criterion"  # {heading}
    STRANGER = "stranger"  # {id} is nobody here
    GRADED_SINCE = "graded-since"  # {criterion}: was {before}, is {now}; the table's counts
    NOT_EDITED = "not-edited"  # {criterion}: {text} as exported; it is {now} by now and stays
    NOT_HANDED_IN = "not-handed-in"
    FILES_SINCE = "files-since"  # other files than at the export: nobody has seen these
    STATE = "state"  # {rows}: a table confirms nobody
    OTHER_TABLE = "other-table"  # most points differ from those exported: another assignment's?
    NO_EXPORT = "no-export"  # nothing tells what was edited: every difference counts


class Remark(Struct, frozen=True, kw_only=True):
    """One problem or warning about one place of the table."""

    kind: Problem | Warn
    row: int = 0  # 1-based; 0 = the whole table
    student: str = ""
    params: Mapping[str, Param] = field(default_factory=dict)

    def say(self, words: Wording) -> str:
        """Says it, with the row and the student."""
        sentence = words.text(f"review.table.{self.kind}", student=self.student, **self.params)
        if not self.row:
            return sentence
        key = "review.at_student" if self.student else "review.at_row"
        return words.text(key, row=self.row, student=self.student, said=sentence)


class Signed(Struct, frozen=True, kw_only=True):
    """Who imports the table, when, and in which language the decisions give their reason."""

    by: str
    at: datetime  # with a zone
    words: Wording


class Imported(Struct, frozen=True, kw_only=True):
    """What a table says that is new, and what of it could not be taken."""

    decisions: tuple[Decision, ...]
    comments: tuple[Comment, ...]
    unchanged: tuple[str, ...]  # students in the table of whom it says nothing new
    problems: tuple[Remark, ...]
    warnings: tuple[Remark, ...]

    @property
    def refused(self) -> frozenset[int]:
        """The rows of which nothing was taken, 1-based; those with ids of strangers included.

        What a person wrote below, such as an average, has no digit where ids are.
        """
        strangers = (warning for warning in self.warnings if warning.kind is Warn.STRANGER)
        rows = {
            stranger.row for stranger in strangers if _HAS_DIGIT.search(str(stranger.params["id"]))
        }
        for problem in self.problems:
            several = problem.params["rows"] if problem.kind is Problem.SAME_ID else ()
            rows |= {problem.row, *map(int, several if isinstance(several, tuple) else ())}
        return frozenset(rows - {0})


class _Layout(Struct, frozen=True, kw_only=True):
    """Where things stand, by the headings. Columns and rows are numbered from 0."""

    heading: int
    columns: Mapping[Column, int]
    criteria: Mapping[str, int]  # those whose points can be taken

    def cell(self, cells: Sequence[str], column: Column) -> str:
        at = self.columns.get(column, len(cells))
        return cells[at] if at < len(cells) else ""


class _StudentRow(Struct, frozen=True, kw_only=True):
    number: int  # 1-based
    grade: Grade
    points: Mapping[str, str]  # by criterion: the cell, never blank
    total: str
    comment: str
    state: str

    def remark(self, kind: Problem | Warn, **params: Param) -> Remark:
        return Remark(kind=kind, row=self.number, student=self.grade.student, params=params)


class _Edits(Struct, frozen=True, kw_only=True):
    """What one row says that is new. With a problem, nothing of the row is taken."""

    row: _StudentRow
    points: Mapping[str, float]  # by criterion
    comment: str | None  # None: as it was; "": taken away
    remarks: Sequence[Remark]
    refused: bool


def import_table(
    tables: Sequence[Table],
    gradebook: Gradebook,
    exports: Sequence[Export],
    signed: Signed,
    keys: Mapping[str, str] = NOT_KNOWN,
) -> Imported:
    """Finds what a person edited since the table was exported.

    `tables` are the sheets of one file (`tables.read_tables`).
    `exports` is the store's log, oldest first; the one that the table agrees with most is taken
    for its origin. `keys` are those of the evidence as it is now, by student. IntakeError when it
    is no table of ours; GraderError when it is not said who decides.
    """
    if signed.by.strip() in ("", GRADER):
        raise GraderError("the decisions in the table have no name")
    if signed.at.utcoffset() is None:
        raise GraderError("the decisions in the table have no time zone")
    remarks: list[Remark] = []
    table = choose_table(tables, gradebook.assignment)
    layout = _find_layout(table, gradebook.assignment, remarks)
    rows = _read_rows(table, layout, gradebook, remarks)
    origins = _origins(rows, exports)
    origin = origins[-1] if origins else None
    bases = [_base(row, origin) for row in rows]
    edits = [
        _find_edits(row, base, gradebook.assignment) for row, base in zip(rows, bases, strict=True)
    ]
    remarks += [remark for edit in edits for remark in edit.remarks]
    taken = [edit for edit in edits if not edit.refused]
    stated = tuple(
        str(row.number) for row, base in zip(rows, bases, strict=True) if _states(row, base)
    )
    remarks += [Remark(kind=Warn.STATE, params={"rows": stated})] if stated else []
    if origin is None and any(edit.points for edit in taken):
        remarks.append(Remark(kind=Warn.NO_EXPORT))
    if _mostly_other(rows, bases):
        remarks.append(Remark(kind=Warn.OTHER_TABLE))
    new = [edit for edit in taken if edit.points or edit.comment is not None]
    seen = {edit.row.number: _seen(edit.row.grade.student, origins, keys) for edit in new}
    remarks += [
        edit.row.remark(Warn.FILES_SINCE)
        for edit in new
        if edit.points
        and not same_files(seen[edit.row.number], keys.get(edit.row.grade.student, ""))
    ]
    in_order = sorted(remarks, key=lambda remark: remark.row)  # first what concerns the whole table
    return Imported(
        decisions=tuple(
            replace(decision, evidence=_with_word(decision, edit.row.grade, gradebook, keys))
            for edit in new
            for decision in _decisions(edit, signed, seen[edit.row.number])
        ),
        comments=tuple(
            Comment(
                student=edit.row.grade.student,
                text=text,
                by=signed.by.strip(),
                at=signed.at,
            )
            for edit in new
            if (text := edit.comment) is not None
        ),
        unchanged=tuple(edit.row.grade.student for edit in taken if edit not in new),
        problems=tuple(remark for remark in in_order if isinstance(remark.kind, Problem)),
        warnings=tuple(remark for remark in in_order if isinstance(remark.kind, Warn)),
    )


def choose_table(tables: Sequence[Table], assignment: Assignment) -> Table:
    """Picks the sheet of a workbook that holds this assignment. IntakeError when that is unclear.

    A workbook has a sheet for each assignment, named by its id.
    """
    ours = [table for table in tables if _heading_of(table, assignment) is not None] or list(
        tables[:1]
    )
    named = [table for table in ours if table.sheet == assignment.id]
    if len(named or ours) == 1:
        return (named or ours)[0]
    if not ours:
        return table_of(())
    raise IntakeError(
        "{name}: has several sheets with points, but none is named {assignment}; rename "
        "the sheet to read",
        name=ours[0].name,
        assignment=assignment.id,
    )


def _heading_of(table: Table, assignment: Assignment) -> int | None:
    """Finds the row of headings, from 0: the first with the id and points, or comments."""
    names = criteria_by_name(assignment.rubric)
    for at, row in enumerate(table.rows):
        cells = [unicodedata.normalize("NFKC", cell) for cell in row]
        known = {column_of(cell) for cell in cells}
        points = any(_criterion_in(cell, names) is not None for cell in cells)
        if Column.ID in known and (points or Column.COMMENT in known):
            return at
    return None


def _criterion_in(heading: str, names: Mapping[str, str]) -> str | None:
    """Reads a criterion's id from a heading, which may have lost its maximum; else its name."""
    named = criterion_of(heading)
    if named is None and column_of(heading) is None:
        return names.get(title_key(bare(heading)))
    return named and names.get(title_key(named), named)  # a title and its id name one criterion


def _find_layout(table: Table, assignment: Assignment, remarks: list[Remark]) -> _Layout:
    """Finds the headings. IntakeError when this is no table of ours, or two columns hold ids."""
    heading = _heading_of(table, assignment)
    if heading is None:
        raise IntakeError(
            "{name}: has no row of headings with the student ID and the criteria; use a "
            "table written by `grader export`",
            name=table.name,
        )
    row = [unicodedata.normalize("NFKC", cell) for cell in table.rows[heading]]
    names = criteria_by_name(assignment.rubric)
    columns = _places(map(column_of, row))
    criteria = _places(_criterion_in(cell, names) for cell in row)
    if len(columns[Column.ID]) > 1:
        raise IntakeError(
            "{name}: two columns have the heading of the student ID; remove one of them",
            name=table.name,
        )
    twice = [
        str(heading_key)
        for places in (columns, criteria)
        for heading_key, at in places.items()
        if len(at) > 1
    ]
    remarks += [_of_heading(Problem.SAME_HEADING, heading, heading_key) for heading_key in twice]
    rubric = {criterion.id: criterion for criterion in assignment.rubric}
    fitting = {}
    for name, at in ((name, at) for name, places in criteria.items() for at in places):
        criterion, text = rubric.get(name), bare(row[at])
        most = CRITERION.fullmatch(text)
        if criterion is None:
            remarks.append(_of_heading(Warn.UNKNOWN_CRITERION, heading, text))
        elif most and not same(read_points(most["max"]), criterion.points):
            remark = _of_heading(Problem.OTHER_POINTS, heading, text, max=criterion.points)
            remarks.append(remark)
        elif name not in twice:
            fitting[criterion.id] = at
    only = {column: at[0] for column, at in columns.items() if len(at) == 1}
    return _Layout(heading=heading, columns=only, criteria=fitting)


def _places(keys: Iterable[_Key | None]) -> dict[_Key, list[int]]:
    places: dict[_Key, list[int]] = {}
    for at, key in enumerate(keys):
        if key is not None:
            places.setdefault(key, []).append(at)
    return places


def _of_heading(kind: Problem | Warn, heading: int, text: str, **params: float) -> Remark:
    return Remark(kind=kind, row=heading + 1, params={"heading": text, **params})


def _read_rows(
    table: Table, layout: _Layout, gradebook: Gradebook, remarks: list[Remark]
) -> list[_StudentRow]:
    """Goes through every row but the headings, above them as well: a table may be sorted anyhow."""
    exactly = gradebook.by_student
    alike: dict[str, list[Grade]] = {}
    for known_grade in gradebook.grades:
        alike.setdefault(same_id(bare(known_grade.student)), []).append(known_grade)
    known = {key: grades[0] for key, grades in alike.items() if len(grades) == 1}
    most = sum(criterion.points for criterion in gradebook.assignment.rubric)
    rows: list[_StudentRow] = []
    places: dict[str, list[int]] = {}
    for at, cells in enumerate(table.rows):
        identity = bare(layout.cell(cells, Column.ID))
        if at == layout.heading or column_of(identity) is Column.ID:
            continue
        grade = exactly.get(identity) or known.get(same_id(identity))
        if grade is None:
            remarks += _of_nobody(at, cells, layout, known)
            continue
        places.setdefault(grade.student, []).append(at + 1)
        row = _StudentRow(
            number=at + 1,
            grade=grade,
            points={
                criterion: text
                for criterion, column in layout.criteria.items()
                if column < len(cells) and (text := bare(cells[column]))
            },
            total=bare(layout.cell(cells, Column.TOTAL)),
            comment=layout.cell(cells, Column.COMMENT),
            state=layout.cell(cells, Column.STATE),
        )
        name = bare(layout.cell(cells, Column.NAME))
        full = bare(layout.cell(cells, Column.MAX))
        if table.cut_off and at == len(table.rows) - 1:
            remarks.append(row.remark(Problem.CUT_OFF))
        elif name and grade.name and not same_name(name, grade.name):
            remarks.append(row.remark(Problem.OTHER_NAME, name=name, known=grade.name))
        elif full and not same(read_points(full), most):
            remarks.append(
                Remark(kind=Problem.OTHER_MAX, row=at + 1, params={"found": full, "max": most})
            )
        else:
            rows.append(row)
    several = {student: tuple(map(str, at)) for student, at in places.items() if len(at) > 1}
    for student, numbers in several.items():
        remarks.append(Remark(kind=Problem.SAME_ID, student=student, params={"rows": numbers}))
    return [row for row in rows if row.grade.student not in several]


def _of_nobody(
    at: int, cells: Sequence[str], layout: _Layout, known: Mapping[str, Grade]
) -> Iterator[Remark]:
    """Says what is the matter with a row that is nobody's; nothing when it is just another row."""
    written, name = bare(layout.cell(cells, Column.ID)), bare(layout.cell(cells, Column.NAME))
    identity = same_id(written)
    lost = without_zeros(identity)
    likely = [
        student.student for key, student in known.items() if lost and without_zeros(key) == lost
    ]
    params: dict[str, Param] = {"id": written}
    if likely:
        yield Remark(kind=Problem.LOST_ZEROS, row=at + 1, student=likely[0], params=params)
    elif name and any(student.name and same_name(name, student.name) for student in known.values()):
        yield Remark(kind=Problem.NO_ID, row=at + 1, params={"name": name, **params})
    elif identity and at > layout.heading:
        changed = was_made_a_number(identity)
        kind = Problem.CHANGED_ID if changed else Warn.STRANGER
        yield Remark(kind=kind, row=at + 1, params=params)


def _origins(rows: Sequence[_StudentRow], exports: Sequence[Export]) -> list[Export]:
    """Picks the exports that the table agrees with in most cells, oldest first."""
    ours = [exported for exported in exports if exported.kind in KINDS] or exports
    agreeing = [sum(_agreeing(row, export) for row in rows) for export in ours]
    most = max(agreeing, default=0)
    return [export for export, cells in zip(ours, agreeing, strict=True) if cells == most]


def _seen(student: str, origins: Sequence[Export], keys: Mapping[str, str]) -> str:
    """Names the evidence of the time when the table was exported, by its key.

    Of several exports that say the same, the first with other files than those of now: rather one
    look too many than a point for files that nobody saw. Where no export tells, those of now: what
    comes after the import is news for sure.
    """
    now = keys.get(student, "")
    bases = [export.grades[student].evidence for export in origins if student in export.grades]
    known = [key for key in bases if key]
    return next((key for key in known if not same_files(key, now)), (*known, now)[0])


def _agreeing(row: _StudentRow, export: Export) -> int:
    """Counts the cells that say what was exported, untouched blanks as well."""
    base = export.grades.get(row.grade.student)
    if base is None:
        return 0
    pairs = [
        (row.points.get(criterion, ""), base.points.get(criterion))
        for criterion in {*row.points, *base.points}
    ]
    cells = sum(same(read_points(text), was) for text, was in [*pairs, (row.total, base.total)])
    return cells + same_text(row.comment, base.comment)


def _base(row: _StudentRow, origin: Export | None) -> Exported:
    """Says what the row was exported as; as it is now when nothing tells."""
    grade = row.grade
    now = Exported(
        student=grade.student,
        total=grade.total,
        points=points_of(grade.sheet),
        state=grade.state,
        comment=grade.comment,
    )
    return now if origin is None else origin.grades.get(grade.student, now)


def _find_edits(row: _StudentRow, base: Exported, assignment: Assignment) -> _Edits:
    """Compares one row with what was exported (`base`) and with what holds now."""
    points: dict[str, float] = {}
    remarks: list[Remark] = []
    for criterion in assignment.rubric:
        if criterion.id in row.points:
            value, remarks_of_cell = _new_points(row, criterion, base)
            points |= {} if value is None else {criterion.id: value}
            remarks += [remarks_of_cell] if remarks_of_cell else []
    comment, stale = _new_comment(row, base)
    remarks += [row.remark(Problem.COMMENTED_SINCE)] if stale else []
    if not any(isinstance(remark.kind, Problem) for remark in remarks) and not _adds_up(
        row, base, points
    ):
        total = _shown(base.total if base.total is not None else row.grade.total)
        remarks.append(row.remark(Problem.TOTAL, found=row.total, total=total))
    if (points or comment) and row.grade.state is State.NOT_SUBMITTED:
        remarks.append(row.remark(Warn.NOT_HANDED_IN))
    problems = [remark for remark in remarks if isinstance(remark.kind, Problem)]
    return _Edits(
        row=row,
        points=points,
        comment=comment,
        remarks=problems or remarks,
        refused=bool(problems),
    )


def _new_points(
    row: _StudentRow, criterion: Criterion, base: Exported
) -> tuple[float | None, Remark | None]:
    """Gives the points that a cell decides, and what there is to say about it."""
    text = row.points[criterion.id]
    awards = row.grade.sheet.awards if row.grade.sheet else ()
    award = next((award for award in awards if award.criterion == criterion.id), None)
    value, before = read_points(text), base.points.get(criterion.id)
    now, by = (award.points, award.decided_by) if award else (None, "")
    kind: Problem | Warn
    if value is None:
        kind = Problem.BAD_POINTS
    elif same(value, now):
        return None, None
    elif same(value, before):
        kind = Warn.NOT_EDITED
    elif not 0 <= value <= criterion.points:
        kind = Problem.TOO_MANY
    elif same(before, now):
        return value, None
    else:
        kind = Warn.GRADED_SINCE if by in ("", GRADER) else Problem.DECIDED_SINCE
    refusal = row.remark(
        kind,
        criterion=criterion.title,
        text=text,
        max=criterion.points,
        before=_shown(before),
        now=_shown(now),
        by=by,
    )
    return value if kind is Warn.GRADED_SINCE else None, refusal


def _new_comment(row: _StudentRow, base: Exported) -> tuple[str | None, bool]:
    """Gives the comment that is to be, if it is another; and whether somebody wrote one since."""
    comment, now = _comment_of(row.comment), row.grade.comment
    if not comment or same_text(row.comment, base.comment) or same_text(row.comment, now):
        return None, False
    wanted = "" if comment in NO_COMMENT else comment
    if wanted == now.strip():
        return None, False
    return (wanted, False) if same_text(now, base.comment) else (None, True)


def _adds_up(row: _StudentRow, base: Exported, points: Mapping[str, float]) -> bool:
    """Says whether the total was exported so, or follows from the row's criteria."""
    if not row.total or row.total.startswith("="):  # a formula that nobody has computed
        return True
    total, sheet = read_points(row.total), row.grade.sheet
    late = sheet.lateness if sheet else None
    kept_percent = _FULL if late is None else late.kept_percent
    sums = [sum({**of, **points}.values()) for of in (points_of(sheet), base.points)]
    fitting = (
        base.total,
        row.grade.total,
        *sums,
        *(points * kept_percent / _FULL for points in sums),
    )
    return total is not None and any(
        fit is not None and abs(total - fit) < _CENT for fit in fitting
    )


def _states(row: _StudentRow, base: Exported) -> bool:
    """Says whether somebody wrote that the points are confirmed, which a table cannot do."""
    states = {base.state, row.grade.state}
    return state_of(row.state) is State.CONFIRMED and State.CONFIRMED not in states


def _mostly_other(rows: Sequence[_StudentRow], bases: Sequence[Exported]) -> bool:
    """Says whether more points differ than agree: then it may be another assignment's table."""
    written = [
        same(read_points(text), before)
        for row, base in zip(rows, bases, strict=True)
        for criterion, text in row.points.items()
        if (before := base.points.get(criterion)) is not None
    ]
    return len(written) >= _ENOUGH and written.count(True) < len(written) / 2


def _with_word(
    decision: Decision, grade: Grade, gradebook: Gradebook, keys: Mapping[str, str]
) -> str:
    """Adds what grader says of the criterion, where that is what it said at the export."""
    if decision.evidence != keys.get(decision.student):
        return decision.evidence
    word, _ = said_of(grade.sheet, gradebook.assignment, decision.criterion)
    return with_word(decision.evidence, word)


def _decisions(edits: _Edits, signed: Signed, seen: str) -> Iterator[Decision]:
    comment = edits.comment if edits.comment is not None else edits.row.grade.comment
    # Students read the reason: the file's name, which may be anything, is none of theirs.
    reason = one_line(comment) or signed.words.text("review.imported")
    for criterion, points in edits.points.items():
        yield Decision(
            student=edits.row.grade.student,
            criterion=criterion,
            points=points,
            by=signed.by.strip(),
            reason=reason,
            at=signed.at,
            evidence=seen,
        )


def _shown(points: float | None) -> str:
    return "-" if points is None else f"{points:g}"


# What stands in one cell of a table that went through a spreadsheet.


def bare(cell: str) -> str:
    """Takes off blanks and the apostrophe that guards a text from spreadsheets."""
    return cell.strip().removeprefix(GUARD).strip()


def read_points(cell: str) -> float | None:
    """Reads a number, full-width digits included; None for anything that is not plainly one."""
    text = unicodedata.normalize("NFKC", bare(cell))
    return float(text) if _POINTS.fullmatch(text) else None


def same_text(cell: str, text: str) -> bool:
    """Says whether a cell holds this text, for all that writing and saving did to it."""
    folded = _folded(bare(cell))
    return any(_saved_as(folded, _folded(known)) for known in (text, bare(text)))


def same_name(cell: str, name: str) -> bool:
    """Says whether a cell holds this name; blanks and the width of letters do not matter."""
    name_in_cell, known = (
        "".join(unicodedata.normalize("NFKC", text).split()).casefold()
        for text in (bare(cell), name)
    )
    return _saved_as(name_in_cell, known)


def _saved_as(cell: str, known: str) -> bool:
    """Says whether a spreadsheet may have saved `known` as `folded`: cut, or in a small charset."""
    if cell == known:
        return True
    if cell.endswith(CUT) and len(cell) >= _LONG and known.startswith(cell[:-1]):
        return True
    return not _has(known) and re.fullmatch("".join(map(_lost, known)), cell) is not None


def _lost(character: str) -> str:
    """Says as what a character is saved: itself, its plain letter, its twin, or question marks."""
    if _has(character):
        return re.escape(character)
    twin = character.encode(_SPREADSHEETS, "replace").decode(_SPREADSHEETS)  # 〜 becomes ～
    plain = unicodedata.normalize("NFKD", character)[0]
    return "(" + "|".join([r"\?\??", *map(re.escape, (character, plain, twin))]) + ")"


def _has(text: str) -> bool:
    """Says whether all of this comes back from the charset of Japanese spreadsheets."""
    return text.encode(_SPREADSHEETS, "replace").decode(_SPREADSHEETS) == text


def _comment_of(cell: str) -> str:
    """Reads a comment: lines end in a line feed, and nothing trails."""
    return "\n".join(line.rstrip() for line in _lines(bare(cell))).strip()


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _folded(text: str) -> str:
    shown = visible("\n".join(_lines(text)), limit=_MOST, keep="\n\t")
    return " ".join(unicodedata.normalize("NFC", shown).split())
