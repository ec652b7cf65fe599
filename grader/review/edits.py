"""What a person edited in one row: the cell, what was exported, and what holds now, three ways.

A cell that says what was exported was not touched, and a cell that says what holds now changes
nothing. Of the others a person's table counts against the grader's own points, which may have
changed since, but never against another person's newer decision.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grader.model.course import Assignment, Criterion
from grader.model.gradebook import Exported, Grade, State, state_of
from grader.model.scoresheet import GRADER, Award, points_of, same
from grader.review.cells import comment_of, read_points, same_text
from grader.review.remarks import Problem, Remark, Warn
from grader.review.rows import Row

NO_COMMENT = ("-", "－", "ー", "−")
"""Takes a comment away; a blank changes nothing."""
CENT = 0.0051  # totals may be written with two digits
FULL = 100.0  # percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Edits:
    """What one row says that is new. With a problem, nothing of the row is taken."""

    row: Row
    points: dict[str, float]  # by criterion
    comment: str | None  # None: as it was; "": taken away
    problems: tuple[Remark, ...]
    warnings: tuple[Remark, ...]


def find_edits(row: Row, base: Exported, assignment: Assignment) -> Edits:
    """Compares one row with what was exported (`base`) and with what holds now."""
    found = [_points(row, one, base) for one in assignment.rubric if one.id in row.points]
    points = {criterion: value for one in found for criterion, value in one.points.items()}
    comment, commented = _comment(row, base)
    remarks = [*(remark for one in found for remark in one.remarks), *commented]
    if not any(isinstance(one.kind, Problem) for one in remarks):
        remarks += _total(row, base, points)
    if (points or comment) and row.grade.state is State.NOT_SUBMITTED:
        remarks.append(_remark(row, Warn.NOT_HANDED_IN))
    return Edits(
        row=row,
        points=points,
        comment=comment,
        problems=tuple(one for one in remarks if isinstance(one.kind, Problem)),
        warnings=tuple(one for one in remarks if isinstance(one.kind, Warn)),
    )


def confirmed_by_hand(row: Row, base: Exported) -> bool:
    """Says whether somebody wrote that the points are confirmed, which a table cannot do."""
    states = {base.state, row.grade.state}
    return state_of(row.state) is State.CONFIRMED and State.CONFIRMED not in states


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    points: dict[str, float]
    remarks: tuple[Remark, ...] = ()


def _points(row: Row, criterion: Criterion, base: Exported) -> _Found:
    text = row.points[criterion.id]
    value = read_points(text)
    said: dict[str, str | float] = {
        "criterion": criterion.id,
        "text": text,
        "max": criterion.points,
    }
    if value is None:
        return _Found(points={}, remarks=(_remark(row, Problem.BAD_POINTS, **said),))
    before, now = base.points.get(criterion.id), points_of(row.grade.sheet).get(criterion.id)
    if same(value, now):
        return _Found(points={})
    if same(value, before):
        said |= {"now": _shown(now)}
        return _Found(points={}, remarks=(_remark(row, Warn.NOT_EDITED, **said),))
    if not 0 <= value <= criterion.points:
        return _Found(points={}, remarks=(_remark(row, Problem.TOO_MANY, **said),))
    if same(before, now):
        return _Found(points={criterion.id: value})
    return _changed_since(row, criterion.id, value, before)


def _changed_since(row: Row, criterion: str, value: float, before: float | None) -> _Found:
    award = _award(row.grade, criterion)
    if award is not None and award.decided_by not in ("", GRADER):
        said = {"criterion": criterion, "by": award.decided_by, "now": _shown(award.points)}
        return _Found(points={}, remarks=(_remark(row, Problem.DECIDED_SINCE, **said),))
    now = award.points if award else None
    said = {"criterion": criterion, "before": _shown(before), "now": _shown(now)}
    return _Found(points={criterion: value}, remarks=(_remark(row, Warn.GRADED_SINCE, **said),))


def _award(grade: Grade, criterion: str) -> Award | None:
    awards = grade.sheet.awards if grade.sheet else ()
    return next((one for one in awards if one.criterion == criterion), None)


def _shown(points: float | None) -> str:
    return "-" if points is None else f"{points:g}"


def _comment(row: Row, base: Exported) -> tuple[str | None, list[Remark]]:
    comment, now = comment_of(row.comment), row.grade.comment
    if not comment or same_text(row.comment, base.comment) or same_text(row.comment, now):
        return None, []
    wanted = "" if comment in NO_COMMENT else comment
    if wanted == now.strip():
        return None, []
    if not same_text(now, base.comment):
        return None, [_remark(row, Problem.COMMENTED_SINCE)]
    return wanted, []


def _total(row: Row, base: Exported, points: dict[str, float]) -> Iterator[Remark]:
    """Refuses a total that neither was exported nor follows from the row's criteria."""
    if not row.total:
        return
    found = read_points(row.total)
    decided = {**points_of(row.grade.sheet), **points}
    written = {**base.points, **points}
    late = row.grade.sheet.lateness if row.grade.sheet else None
    kept = FULL if late is None else late.kept_percent
    sums = (sum(decided.values()), sum(written.values()))
    fitting = (base.total, row.grade.total, *sums, *(one * kept / FULL for one in sums))
    if found is None or not any(one is not None and abs(found - one) < CENT for one in fitting):
        total = _shown(base.total if base.total is not None else row.grade.total)
        yield _remark(row, Problem.TOTAL, found=row.total, total=total)


def _remark(row: Row, kind: Problem | Warn, **params: str | float) -> Remark:
    return Remark(kind=kind, row=row.number, student=row.grade.student, params=params)
