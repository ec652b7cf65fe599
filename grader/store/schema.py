"""The tables of grader.sqlite and what is refused about a file that claims to hold them.

Three kinds of record, never mixed: observed (what happened), derived (may be deleted and rebuilt)
and decided (what people said: rows are added, never changed or removed). Baselines are observed,
too: of machines rather than students. What was exported is a log, and as permanent as decisions.
"""

import sqlite3
from pathlib import Path

from grader.model.errors import StoreError

SCHEMA = 4
APPLICATION_ID = 0x67726472  # "grdr"

_BASELINES = """
CREATE TABLE IF NOT EXISTS baselines (  -- times of our own programs: measured again at no loss
    key TEXT PRIMARY KEY NOT NULL,
    curve TEXT NOT NULL          -- JSON
) WITHOUT ROWID;
"""
_SAID = """
CREATE TABLE IF NOT EXISTS commented (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    comment TEXT NOT NULL,       -- '' = nothing any more
    commented_by TEXT NOT NULL,
    commented_at TEXT NOT NULL   -- ISO 8601 with the zone's offset, here and below
);
CREATE TABLE IF NOT EXISTS confirmed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    points TEXT NOT NULL,        -- JSON, by criterion
    total REAL NOT NULL,
    confirmed_by TEXT NOT NULL,
    confirmed_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,          -- 'csv', 'moodle', …
    target TEXT NOT NULL,        -- the file's name
    exported_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS exported (
    export INTEGER NOT NULL REFERENCES exports (id),
    student TEXT NOT NULL,
    total REAL,                  -- NULL = not decided
    points TEXT NOT NULL,        -- JSON, by criterion; open ones are missing
    state TEXT NOT NULL,
    comment TEXT NOT NULL,
    PRIMARY KEY (export, student)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS told (  -- what an export put into the LMS's column for comments
    export INTEGER NOT NULL REFERENCES exports (id),
    student TEXT NOT NULL,
    feedback TEXT NOT NULL,
    PRIMARY KEY (export, student)
) WITHOUT ROWID;
"""
_KEPT = {
    "decided": "decisions",
    "commented": "comments",
    "confirmed": "confirmations",
    "exports": "exports",
    "exported": "exports",
    "told": "exports",
}
_TRIGGERS = "".join(
    f"CREATE TRIGGER IF NOT EXISTS {table}_is_never_{done} BEFORE {event} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, '{what} are never {done}; add another one'); END;\n"
    for table, what in _KEPT.items()
    for event, done in (("UPDATE", "changed"), ("DELETE", "deleted"))
)
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
        since = _SAID if version > 1 else _BASELINES + _SAID
        connection.executescript(
            f"BEGIN IMMEDIATE; {since} {_TRIGGERS} PRAGMA user_version = {SCHEMA}; COMMIT"
        )
    (stored,) = connection.execute("SELECT assignment FROM course").fetchone()
    if stored != assignment:
        raise StoreError(f"{path}: holds the results of {stored}, not of {assignment}")


def _create(connection: sqlite3.Connection, assignment: str) -> None:
    connection.executescript(
        f"BEGIN IMMEDIATE; {_TABLES} {_BASELINES} {_SAID} {_TRIGGERS}"
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
