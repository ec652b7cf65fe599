"""Rows of decisions, confirmations and exports, as people made them.

Rows are added, never changed or removed; the tables refuse anything else. Damaged rows are added to
the set `unreadable`, unless a later row about the same thing replaces them.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from sqlite3 import Connection

from grader.model.gradebook import Comment, Confirmation, Export, Exported, Note, Phrase
from grader.model.language import LANGUAGES
from grader.model.scoresheet import Decision, Itemized
from grader.records import from_text, to_text
from grader.store.schema import (
    SEALED,
    StoredRow,
    Unreadable,
    Values,
    from_column,
    insert,
    read,
    to_column,
)

TAKEN_BACK = -1.0
"""The points of a decision that withdraws the previous one: valid for no criterion."""


def add_decisions(connection: Connection, decisions: Sequence[Decision]) -> None:
    """Add decisions in the order given; ValueError when a time has no zone."""
    rows: list[Values] = [
        (
            to_column(decision.student),
            decision.criterion,
            TAKEN_BACK if decision.points is None else float(decision.points),
            _text(decision.by),
            _text(decision.reason),
            _time(decision.at),
        )
        for decision in decisions
    ]
    numbered = list(zip(decisions, _inserted(connection, "decided", rows), strict=True))
    evidence_rows = [
        (number, _text(decision.evidence)) for decision, number in numbered if decision.evidence
    ]
    insert(connection, "seen", evidence_rows)
    item_rows = [
        (number, _text(to_text(decision.itemized)))
        for decision, number in numbered
        if decision.itemized is not None
    ]
    insert(connection, "itemized", item_rows)


def _inserted(connection: Connection, table: str, rows: Sequence[Values]) -> range:
    """Insert rows, and return their numbers."""
    insert(connection, table, rows)
    (last,) = connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()  # noqa: S608
    return range(last - len(rows) + 1, last + 1)


def read_decisions(connection: Connection, unreadable: set[Unreadable]) -> tuple[Decision, ...]:
    """List every decision, oldest first.

    One that cannot be read has NaN points, which fit no criterion: whatever it was about waits for
    a person again. Its time is that of the decision before it, so that a later one counts.
    """
    evidence = {
        row.values[0]: str(row.values[1])
        for row in _rows(connection, "seen", unreadable, order="decision")
        if row.intact
    }
    items = {
        row.number: from_text(str(row.values[1]), Itemized)
        for row in _rows(connection, "itemized", unreadable, order="decision")
        if row.intact
    }
    decisions: list[Decision] = []
    for row in _rows(connection, "decided", unreadable):
        student, criterion, points, by, reason, at = row.values
        before = decisions[-1].at if decisions else datetime.min.replace(tzinfo=UTC)
        decisions.append(
            Decision(
                student=from_column(student),
                criterion=str(criterion),
                points=_decided_points(points) if row.intact else math.nan,
                by=str(by) if row.intact else "",
                reason=str(reason) if row.intact else "",
                at=datetime.fromisoformat(str(at)) if row.intact else before,
                evidence=evidence.get(row.number, ""),
                itemized=items.get(row.number) if row.intact else None,
            )
        )
    return tuple(decisions)


def _decided_points(column: object) -> float | None:
    points = float(str(column or 0))
    return None if points == TAKEN_BACK else points


def add_phrases(connection: Connection, phrases: Sequence[Phrase]) -> None:
    """Add reasons for reuse."""
    rows: list[Values] = [
        (
            phrase.name,
            phrase.criterion,
            *(_text(phrase.text.get(lang, "")) for lang in LANGUAGES),
            _text(phrase.by),
            _time(phrase.at),
        )
        for phrase in phrases
    ]
    numbers = _inserted(connection, "phrases", rows)
    point_rows = [
        (number, float(phrase.points))
        for phrase, number in zip(phrases, numbers, strict=True)
        if phrase.points is not None
    ]
    insert(connection, "phrase_points", point_rows)


def read_phrases(connection: Connection, unreadable: set[Unreadable]) -> tuple[Phrase, ...]:
    """List the reasons for reuse in their current form, in the order they were first written."""
    points = {
        row.number: float(str(row.values[1])) if row.intact else None
        for row in _rows(connection, "phrase_points", unreadable, order="phrase")
    }
    latest = {
        str(name): Phrase(
            name=str(name),
            criterion=str(criterion),
            text=dict(zip(LANGUAGES, map(str, texts), strict=True)),
            by=str(by),
            at=datetime.fromisoformat(str(at)),
            points=points.get(row.number),
        )
        for row in _rows(connection, "phrases", unreadable)
        if row.intact and points.get(row.number, 0.0) is not None  # else its points are unknown
        for name, criterion, *texts, by, at in (row.values,)
    }
    return tuple(phrase for phrase in latest.values() if any(phrase.text.values()))


def add_comments(connection: Connection, comments: Iterable[Comment]) -> None:
    """Add what people wrote to students."""
    rows: list[Values] = [
        (to_column(comment.student), _text(comment.text), _text(comment.by), _time(comment.at))
        for comment in comments
    ]
    insert(connection, "commented", rows)


def read_comments(connection: Connection, unreadable: set[Unreadable]) -> tuple[Comment, ...]:
    """List every comment, oldest first. An unreadable one has an empty text.

    The comment that it replaced is not shown again, which would be wrong.
    """
    return tuple(
        Comment(
            student=from_column(student),
            text=str(text) if row.intact else "",
            by=str(by) if row.intact else "",
            at=datetime.fromisoformat(str(at)) if row.intact else datetime.min.replace(tzinfo=UTC),
        )
        for row in _rows(connection, "commented", unreadable)
        for student, text, by, at in (row.values,)
    )


def add_notes(connection: Connection, notes: Iterable[Note]) -> None:
    """Add notes in the order given."""
    rows: list[Values] = [
        (
            note.kind,
            to_column(note.student),
            _text(note.key),
            _text(note.text),
            _text(note.by),
            _time(note.at),
        )
        for note in notes
    ]
    insert(connection, "noted", rows)


def read_notes(
    connection: Connection, unreadable: set[Unreadable], kind: str | None = None
) -> tuple[Note, ...]:
    """List the notes of a kind, or of all, oldest first. One that cannot be read says nothing.

    As with comments, the note before it was replaced and does not come back.
    """
    return tuple(
        Note(
            kind=str(of_kind),
            student=from_column(student),
            key=str(key),
            text=str(text) if row.intact else "",
            by=str(by) if row.intact else "",
            at=datetime.fromisoformat(str(at)) if row.intact else datetime.min.replace(tzinfo=UTC),
        )
        for row in _rows(connection, "noted", unreadable)
        for of_kind, student, key, text, by, at in (row.values,)
        if kind in {None, of_kind}
    )


def add_confirmations(connection: Connection, confirmations: Iterable[Confirmation]) -> None:
    """Add confirmations in the order given."""
    rows: list[Values] = [
        (
            to_column(confirmation.student),
            _points(confirmation.points),
            float(confirmation.total),
            _text(confirmation.by),
            _time(confirmation.at),
        )
        for confirmation in confirmations
    ]
    insert(connection, "confirmed", rows)


def read_confirmations(
    connection: Connection, unreadable: set[Unreadable]
) -> tuple[Confirmation, ...]:
    """List every confirmation that can be read, oldest first."""
    return tuple(
        Confirmation(
            student=from_column(student),
            points=from_text(str(points), dict[str, float]),
            total=float(total or 0),
            by=str(by),
            at=datetime.fromisoformat(str(at)),
        )
        for row in _rows(connection, "confirmed", unreadable)
        if row.intact
        for student, points, total, by, at in (row.values,)
    )


def add_export(connection: Connection, export: Export) -> None:
    """Add one export, with its content about every student."""
    insert(connection, "exports", [(export.kind, _text(export.target), _time(export.at))])
    (number,) = connection.execute("SELECT max(id) FROM exports").fetchone()
    grades = export.grades.values()
    insert(connection, "exported", [(number, *_grade(grade)) for grade in grades])
    feedback = [
        (number, to_column(grade.student), _text(grade.feedback))
        for grade in grades
        if grade.feedback
    ]
    insert(connection, "told", feedback)


def read_exports(connection: Connection, unreadable: set[Unreadable]) -> tuple[Export, ...]:
    """List every export, oldest first, as far as it can be read."""
    feedback = {
        row.values[:2]: str(row.values[2])
        for row in _rows(connection, "told", unreadable, order="export")
        if row.intact
    }
    grades: dict[int, dict[str, Exported]] = {}
    for row in _rows(connection, "exported", unreadable, order="export"):
        if not row.intact:
            continue
        export, column, total, points, *_ = row.values
        student = from_column(column)
        grades.setdefault(row.number, {})[student] = Exported(
            student=student,
            total=None if total is None else float(total),
            points=from_text(str(points), dict[str, float]),
            feedback=feedback.get((export, column), ""),
        )
    return tuple(
        Export(
            kind=str(kind),
            target=str(target),
            at=datetime.fromisoformat(str(at)),
            grades=grades.get(row.number, {}),
        )
        for row in _rows(connection, "exports", unreadable)
        if row.intact
        for kind, target, at in (row.values,)
    )


def _rows(
    connection: Connection, table: str, unreadable: set[Unreadable], *, order: str = "id"
) -> list[StoredRow]:
    """Read a log and note its damaged rows, also those that a later one may have replaced.

    A damaged row may name the wrong student, so it replaces nothing for certain.
    """
    rows = read(connection, table, order=order)
    whose = SEALED[table].index("student") if "student" in SEALED[table] else 0
    unreadable |= {
        Unreadable(table=table, student=from_column(row.values[whose]))
        for row in rows
        if not row.intact
    }
    return rows


def _grade(grade: Exported) -> Values:
    student, total = to_column(grade.student), grade.total
    return student, None if total is None else float(total), _points(grade.points), "", ""


def _points(points: Mapping[str, float]) -> str:
    return to_text(dict(sorted(points.items())))


def _time(at: datetime) -> str:
    if at.utcoffset() is None:
        raise ValueError("the time of what a person said has a zone")
    return at.isoformat()


def _text(text: str) -> str:
    """Replace what UTF-8 cannot encode: a mark in a reason is better than a lost decision."""
    return text.encode("utf-8", "replace").decode()
