"""A table of ours that a person edited -> Decisions and comments.

The rules: the id says whose a row is; a name or a maximum that does not fit stops the row; blank
cells change nothing; only cells that differ from what was exported are edits. The comment is what
the student is told, and the reason of every decision made in its row; it may be changed alone. A
row with a problem changes nothing at all. To import the same table again changes nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from grader.model.errors import GraderError
from grader.model.gradebook import Comment, Export, Exported, Gradebook
from grader.model.points import one_line, points_of, same
from grader.model.scoresheet import GRADER, Decision
from grader.review.cells import read_points, same_text
from grader.review.edits import Edits, confirmed_by_hand, find_edits
from grader.review.layout import choose_table, find_layout
from grader.review.remarks import Problem, Remark, Warn
from grader.review.rows import Row, read_rows
from grader.tables import Table
from grader.wording import Wording

KINDS = ("csv", "xlsx")
"""The exports that are tables of ours."""
HAS_DIGIT = re.compile(r"[0-9]")
ENOUGH = 8  # cells that tell whether it is this assignment's table


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
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
        rows = {one.row for one in self.problems}
        strangers = (one for one in self.warnings if one.kind is Warn.STRANGER)
        rows |= {one.row for one in strangers if HAS_DIGIT.search(str(one.params.get("id")))}
        several = (one for one in self.problems if one.kind is Problem.SAME_ID)
        rows |= {int(row) for one in several for row in _rows_of(one)}
        return frozenset(rows - {0})


def _rows_of(remark: Remark) -> tuple[str, ...]:
    rows = remark.params.get("rows", ())
    return rows if isinstance(rows, tuple) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """Who imports the table, when, and in which language the decisions give their reason."""

    by: str
    at: datetime  # with a zone
    words: Wording


def import_table(
    tables: Sequence[Table], gradebook: Gradebook, exports: Sequence[Export], signed: Signed
) -> Imported:
    """Finds what a person edited since the table was exported.

    `tables` are the sheets of one file (`tables.read_tables`).
    `exports` is the store's log, oldest first; the one that the table agrees with most is taken
    for its origin. IntakeError when it is no table of ours; GraderError when it is not said who
    decides.
    """
    if signed.by.strip() in ("", GRADER):
        raise GraderError("the table's decisions do not say who decides")
    if signed.at.utcoffset() is None:
        raise GraderError("the table's decisions do not say in which time zone")
    table = choose_table(tables, gradebook.assignment)
    layout = find_layout(table, gradebook.assignment)
    read = read_rows(table, layout, gradebook)
    origin = _origin(read.rows, exports)
    bases = {one.number: _base(one, origin) for one in read.rows}
    edits = [find_edits(one, bases[one.number], gradebook.assignment) for one in read.rows]
    taken = [one for one in edits if not one.problems]
    stated = [str(one.number) for one in read.rows if confirmed_by_hand(one, bases[one.number])]
    return Imported(
        decisions=tuple(found for one in taken for found in _decisions(one, signed)),
        comments=tuple(found for one in taken for found in _comments(one, signed)),
        unchanged=tuple(
            one.row.grade.student for one in taken if not one.points and one.comment is None
        ),
        problems=(*layout.problems, *read.problems, *_all(one.problems for one in edits)),
        warnings=(
            *layout.warnings,
            *read.warnings,
            *_all(one.warnings for one in taken),
            *([Remark(kind=Warn.STATE, params={"rows": tuple(stated)})] if stated else []),
            *([] if origin or not any(one.points for one in taken) else [_NO_EXPORT]),
            *([_OTHER_TABLE] if _mostly_other(read.rows, bases) else []),
        ),
    )


_NO_EXPORT = Remark(kind=Warn.NO_EXPORT)
_OTHER_TABLE = Remark(kind=Warn.OTHER_TABLE)


def _mostly_other(rows: Sequence[Row], bases: Mapping[int, Exported]) -> bool:
    """Says whether more points differ than agree: then it may be another assignment's table."""
    pairs = [
        (read_points(text), bases[row.number].points.get(criterion))
        for row in rows
        for criterion, text in row.points.items()
    ]
    written = [same(found, before) for found, before in pairs if before is not None]
    return len(written) >= ENOUGH and written.count(True) < len(written) / 2


def _all(groups: Iterable[Iterable[Remark]]) -> list[Remark]:
    return [one for group in groups for one in group]


def _origin(rows: Sequence[Row], exports: Sequence[Export]) -> Export | None:
    """Picks the export that the table agrees with in most cells; of equal ones the latest."""
    ours = [one for one in exports if one.kind in KINDS] or exports
    best = max(
        enumerate(ours),
        key=lambda one: (sum(_agreeing(row, one[1]) for row in rows), one[0]),
        default=None,
    )
    return best[1] if best else None


def _agreeing(row: Row, export: Export) -> int:
    """Counts the cells that say what was exported, untouched blanks as well."""
    base = export.grades.get(row.grade.student)
    if base is None:
        return 0
    criteria = {*row.points, *base.points}
    agreeing = sum(
        same(read_points(row.points.get(one, "")), base.points.get(one)) for one in criteria
    )
    total = same(read_points(row.total), base.total)
    return agreeing + total + same_text(row.comment, base.comment)


def _base(row: Row, origin: Export | None) -> Exported:
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


def _decisions(edits: Edits, signed: Signed) -> list[Decision]:
    comment = edits.comment if edits.comment is not None else edits.row.grade.comment
    # Students read the reason: the file's name, which may be anything, is none of theirs.
    reason = one_line(comment) or signed.words.text("review.imported")
    return [
        Decision(
            student=edits.row.grade.student,
            criterion=criterion,
            points=points,
            by=signed.by.strip(),
            reason=reason,
            at=signed.at,
        )
        for criterion, points in edits.points.items()
    ]


def _comments(edits: Edits, signed: Signed) -> list[Comment]:
    if edits.comment is None:
        return []
    student = edits.row.grade.student
    return [Comment(student=student, text=edits.comment, by=signed.by.strip(), at=signed.at)]
