"""Find what changed since the last export: whose points, from what to what, and why."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from grader.model.gradebook import Exported, Grade, Gradebook, State
from grader.model.scoresheet import GRADER, Award, same
from grader.wording import Wording

FULL = 100.0  # percent
HELD_BACK = (State.PROPOSED, State.OPEN)
NEARLY = 0.1  # percent; an exported total may have been rounded


class ChangeKind(StrEnum):
    """What happened to a student's points."""

    NEW = "new"  # nothing was exported before
    CHANGED = "changed"
    OPENED = "opened"  # it was complete, and now a criterion is undecided again
    WITHDRAWN = "withdrawn"  # it no longer has points: the submission is withdrawn
    UNCONFIRMED = "unconfirmed"  # only confirmed points are exported; these are not any more
    GONE = "gone"  # no longer in the gradebook


class PointsChange(Struct, frozen=True, kw_only=True):
    """One criterion whose points changed."""

    criterion: str
    before: float | None  # None: undecided
    after: float | None
    award: Award | None  # the current award; None: no longer in the rubric, or no sheet


class Change(Struct, frozen=True, kw_only=True):
    """A student whose points differ from the last export."""

    student: str
    name: str
    kind: ChangeKind
    before: float | None  # the total
    after: float | None
    points: tuple[PointsChange, ...] = ()
    kept_before: float = FULL  # percentage left after lateness
    kept_after: float = FULL

    def say(self, words: Wording) -> str:
        """Word who changed, from what to what, and why."""
        return _say(self, words)


def changes(
    gradebook: Gradebook, last: Mapping[str, Exported], *, confirmed_only: bool = False
) -> tuple[Change, ...]:
    """List everyone whose points differ from the last export, in the gradebook's order.

    With `confirmed_only`, unconfirmed points are not exported. They are a change only if something
    was exported before.
    """
    points_changes = [
        _unconfirmed(grade, last.get(grade.student))
        if confirmed_only and grade.state in HELD_BACK
        else _change(grade, last.get(grade.student))
        for grade in gradebook.grades
    ]
    gone = [
        Change(
            student=export.student, name="", kind=ChangeKind.GONE, before=export.total, after=None
        )
        for export in last.values()
        if export.student not in gradebook.by_student
        and (export.points or export.total is not None)
    ]
    return (*(change for change in points_changes if change is not None), *gone)


def _change(grade: Grade, last: Exported | None) -> Change | None:
    before = last or Exported(student=grade.student, total=None)
    points = tuple(_points_changes(grade, before))
    if not points and same(before.total, grade.total):
        return None
    return Change(
        student=grade.student,
        name=grade.name,
        kind=_kind(grade, before),
        before=before.total,
        after=grade.total,
        points=points,
        kept_before=_kept(before, grade),
        kept_after=_kept_now(grade),
    )


def _unconfirmed(grade: Grade, last: Exported | None) -> Change | None:
    if last is None or not (last.points or last.total is not None):
        return None
    return Change(
        student=grade.student,
        name=grade.name,
        kind=ChangeKind.UNCONFIRMED,
        before=last.total,
        after=None,
        points=tuple(_points_changes(grade, last)),
    )


def _points_changes(grade: Grade, before: Exported) -> Iterator[PointsChange]:
    """Yield changed points by criterion: those of the rubric, then former ones."""
    awards = {award.criterion: award for award in (grade.sheet.awards if grade.sheet else ())}
    for criterion in dict.fromkeys((*awards, *before.points)):
        award = awards.get(criterion)
        was, now = before.points.get(criterion), award.points if award else None
        if not same(was, now):
            yield PointsChange(criterion=criterion, before=was, after=now, award=award)


def _kind(grade: Grade, before: Exported) -> ChangeKind:
    if grade.sheet is None:
        return ChangeKind.WITHDRAWN
    if not before.points and before.total is None:
        return ChangeKind.NEW
    if before.total is not None and grade.total is None:
        return ChangeKind.OPENED
    return ChangeKind.CHANGED


def _kept_now(grade: Grade) -> float:
    late = grade.sheet.lateness if grade.sheet else None
    return FULL if late is None else late.kept_percent


def _kept(before: Exported, grade: Grade) -> float:
    """Return the percentage that lateness left at the last export; the current one if unknown."""
    earned = sum(before.points.values())
    if before.total is None or not earned:
        return _kept_now(grade)
    kept_percent = before.total / earned * FULL
    return (
        _kept_now(grade)
        if abs(kept_percent - _kept_now(grade)) < NEARLY
        else round(kept_percent, 2)
    )


def _say(change: Change, words: Wording) -> str:
    who = f"{change.student} {change.name}".strip()
    undecided = words.text("gradebook.undecided")
    before, after = (
        undecided if total is None else f"{round(total, 2):g}"
        for total in (change.before, change.after)
    )
    partly = before == after == undecided and change.kind in (ChangeKind.NEW, ChangeKind.CHANGED)
    key = "partly" if partly else change.kind
    sentence = words.text(f"gradebook.changed.{key}", who=who, before=before, after=after)
    parts = [_say_points(points_change, words) for points_change in change.points]
    if abs(change.kept_before - change.kept_after) >= NEARLY:
        percents = {"before": change.kept_before, "after": change.kept_after}
        parts.append(words.text("gradebook.changed.lateness", **percents))
    return words.text("gradebook.changed.because").join((sentence, *parts))


def _say_points(change: PointsChange, words: Wording) -> str:
    undecided = words.text("gradebook.undecided")
    before, after = (
        undecided if points is None else f"{round(points, 2):g}"
        for points in (change.before, change.after)
    )
    if change.award is None:
        return words.text(
            "gradebook.changed.removed", criterion=change.criterion, before=before, after=after
        )
    return words.text(
        f"gradebook.changed.{_way(change.award)}",
        criterion=words.of(change.award.title),
        before=before,
        after=after,
        by=change.award.decided_by,
        reason=words.reason(change.award),
    )


def _way(award: Award) -> str:
    """Return how points came about: by checks, or by a person, with or without a reason."""
    if award.decided_by in ("", GRADER):
        return "derived"
    return "decided" if award.reason else "decided_without_reason"
