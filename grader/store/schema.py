"""The tables of grader.sqlite and what is refused about a file that claims to hold them.

Three kinds of record, never mixed: observed (what happened), derived (may be deleted and rebuilt)
and decided (what people said: rows are added, never changed or removed). Baselines are observed,
too: of machines rather than students.
"""

import sqlite3
from pathlib import Path

from grader.model.errors import StoreError

SCHEMA = 2
APPLICATION_ID = 0x67726472  # "grdr"

_BASELINES = """
CREATE TABLE baselines (         -- times of our own programs: measured again at no loss
    key TEXT PRIMARY KEY NOT NULL,
    curve TEXT NOT NULL          -- JSON
) WITHOUT ROWID;
"""
_TABLES = """
CREATE TABLE course (
    assignment TEXT NOT NULL
);
CREATE TABLE observed (
    student TEXT PRIMARY KEY NOT NULL,
    key TEXT NOT NULL,           -- what the observation depends on; '' = to be tried again
    schema INTEGER NOT NULL,     -- of the evidence
    evidence TEXT NOT NULL,      -- JSON
    handed_in INTEGER NOT NULL   -- 1: in the folder that was graded last
) WITHOUT ROWID;
CREATE TABLE derived (
    student TEXT PRIMARY KEY NOT NULL REFERENCES observed (student),
    sheet TEXT NOT NULL          -- JSON
) WITHOUT ROWID;
CREATE TABLE decided (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    criterion TEXT NOT NULL,
    points REAL NOT NULL,
    decided_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_at TEXT NOT NULL     -- ISO 8601 with the zone's offset
);
CREATE TRIGGER decided_is_never_changed BEFORE UPDATE ON decided
BEGIN SELECT RAISE(ABORT, 'decisions are never changed; add another one'); END;
CREATE TRIGGER decided_is_never_deleted BEFORE DELETE ON decided
BEGIN SELECT RAISE(ABORT, 'decisions are never deleted; add another one'); END;
"""


def prepare(connection: sqlite3.Connection, path: Path, assignment: str) -> None:
    """Makes the tables in an empty file; StoreError when the file is not one of ours."""
    connection.execute("PRAGMA busy_timeout = 10000")
    _refuse_strangers(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    # FULL: a decision, once confirmed, also survives a power cut. It costs about 0.5 ms.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Without this, INSERT OR REPLACE would slip past the triggers of `decided`.
    connection.execute("PRAGMA recursive_triggers = ON")
    version = _number(connection, "user_version")
    if version == 0:
        _create(connection, assignment)
    elif version < SCHEMA:
        connection.executescript(
            f"BEGIN IMMEDIATE; {_BASELINES} PRAGMA user_version = {SCHEMA}; COMMIT"
        )
    (stored,) = connection.execute("SELECT assignment FROM course").fetchone()
    if stored != assignment:
        raise StoreError(f"{path}: holds the results of {stored}, not of {assignment}")


def _create(connection: sqlite3.Connection, assignment: str) -> None:
    connection.executescript(
        f"BEGIN IMMEDIATE; {_TABLES} {_BASELINES}"
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA};"
    )
    connection.execute("INSERT INTO course VALUES (?)", (assignment,))
    connection.execute("COMMIT")


def _refuse_strangers(connection: sqlite3.Connection, path: Path) -> None:
    version = _number(connection, "user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and _number(connection, "application_id") != APPLICATION_ID:
        raise StoreError(f"{path}: is a database of another program")
    if version > SCHEMA:
        raise StoreError(
            f"{path}: was written by a newer grader (schema {version}; "
            f"this one reads up to {SCHEMA}); install the newer version"
        )
    problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise sqlite3.DatabaseError(problem)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
