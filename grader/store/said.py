"""Rows of what people said, and of what was written for them: decisions, confirmations, exports.

Rows are added, never changed or removed; the tables refuse anything else.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from sqlite3 import Connection

from grader.model.gradebook import Comment, Confirmation, Export, Exported, State
from grader.model.scoresheet import Decision
from grader.store.columns import from_column, to_column


def add_decisions(connection: Connection, decisions: Iterable[Decision]) -> None:
    """Adds decisions in the order given; ValueError when a time has no zone."""
    connection.executemany(
        "INSERT INTO decided (student, criterion, points, decided_by, reason, decided_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            (
                to_column(one.student),
                one.criterion,
                one.points,
                _text(one.by),
                _text(one.reason),
                _time(one.at),
            )
            for one in decisions
        ],
    )


def read_decisions(connection: Connection) -> tuple[Decision, ...]:
    """Lists every decision, oldest first."""
    rows = connection.execute(
        "SELECT student, criterion, points, decided_by, reason, decided_at FROM decided ORDER BY id"
    ).fetchall()
    return tuple(
        Decision(
            student=from_column(student),
            criterion=criterion,
            points=points,
            by=by,
            reason=reason,
            at=datetime.fromisoformat(at),
        )
        for student, criterion, points, by, reason, at in rows
    )


def add_comments(connection: Connection, comments: Iterable[Comment]) -> None:
    """Adds what people wrote to students."""
    connection.executemany(
        "INSERT INTO commented (student, comment, commented_by, commented_at) VALUES (?, ?, ?, ?)",
        [
            (to_column(one.student), _text(one.text), _text(one.by), _time(one.at))
            for one in comments
        ],
    )


def read_comments(connection: Connection) -> tuple[Comment, ...]:
    """Lists every comment, oldest first."""
    rows = connection.execute(
        "SELECT student, comment, commented_by, commented_at FROM commented ORDER BY id"
    ).fetchall()
    return tuple(
        Comment(student=from_column(student), text=text, by=by, at=datetime.fromisoformat(at))
        for student, text, by, at in rows
    )


def add_confirmations(connection: Connection, confirmations: Iterable[Confirmation]) -> None:
    """Adds confirmations in the order given."""
    connection.executemany(
        "INSERT INTO confirmed (student, points, total, confirmed_by, confirmed_at)"
        " VALUES (?, ?, ?, ?, ?)",
        [
            (to_column(one.student), _points(one.points), one.total, _text(one.by), _time(one.at))
            for one in confirmations
        ],
    )


def read_confirmations(connection: Connection) -> tuple[Confirmation, ...]:
    """Lists every confirmation, oldest first."""
    rows = connection.execute(
        "SELECT student, points, total, confirmed_by, confirmed_at FROM confirmed ORDER BY id"
    ).fetchall()
    return tuple(
        Confirmation(
            student=from_column(student),
            points=json.loads(points),
            total=total,
            by=by,
            at=datetime.fromisoformat(at),
        )
        for student, points, total, by, at in rows
    )


def add_export(connection: Connection, export: Export) -> None:
    """Adds one export with what it says of every student."""
    number = connection.execute(
        "INSERT INTO exports (kind, target, exported_at) VALUES (?, ?, ?)",
        (export.kind, _text(export.target), _time(export.at)),
    ).lastrowid
    connection.executemany(
        "INSERT INTO exported VALUES (?, ?, ?, ?, ?, ?)",
        [(number, *_grade(one)) for one in export.grades.values()],
    )
    connection.executemany(
        "INSERT INTO told VALUES (?, ?, ?)",
        [
            (number, to_column(one.student), _text(one.feedback))
            for one in export.grades.values()
            if one.feedback
        ],
    )


def read_exports(connection: Connection) -> tuple[Export, ...]:
    """Lists every export, oldest first."""
    grades: dict[int, dict[str, Exported]] = {}
    for number, student, total, points, state, comment, feedback in connection.execute(
        "SELECT export, student, total, points, state, comment, coalesce(feedback, '')"
        " FROM exported LEFT JOIN told USING (export, student)"
    ):
        grades.setdefault(number, {})[from_column(student)] = Exported(
            student=from_column(student),
            total=total,
            points=json.loads(points),
            state=State(state),
            comment=comment,
            feedback=feedback,
        )
    rows = connection.execute("SELECT id, kind, target, exported_at FROM exports ORDER BY id")
    return tuple(
        Export(
            kind=kind,
            target=target,
            at=datetime.fromisoformat(at),
            grades=grades.get(number, {}),
        )
        for number, kind, target, at in rows.fetchall()
    )


def _grade(one: Exported) -> tuple[str | bytes, float | None, str, str, str]:
    student = to_column(one.student)
    return student, one.total, _points(one.points), one.state.value, _text(one.comment)


def _points(points: Mapping[str, float]) -> str:
    return json.dumps(dict(points), sort_keys=True)


def _time(at: datetime) -> str:
    if at.utcoffset() is None:
        raise ValueError("the time of what a person said has a zone")
    return at.isoformat()


def _text(text: str) -> str:
    """Leaves out what UTF-8 cannot carry: rather a mark in a reason than a lost decision."""
    return text.encode("utf-8", "replace").decode()
