"""The tables of grader.sqlite and what is refused about a file that claims to hold them.

Three kinds of record, never mixed: observed (what happened), derived (may be deleted and rebuilt)
and decided (what people said: rows are added, never changed or removed). Baselines are observed,
too: of machines rather than students. What was exported is a log, and as permanent as decisions.
"""

import sqlite3
from pathlib import Path

from grader.model.errors import StoreError
from grader.store.backups import back_up
from grader.store.rows import SEALED, seal_old_rows

SCHEMA = 5
APPLICATION_ID = 0x67726472  # "grdr"

_STAMP = "stamp BLOB NOT NULL DEFAULT x''"  # drawn anew with every change; empty: none yet
_CHECKSUM = "checksum INTEGER NOT NULL DEFAULT 0"  # see `grader.store.rows`
_TABLES = f"""
CREATE TABLE IF NOT EXISTS course (
    assignment TEXT NOT NULL,
    {_STAMP}
);
CREATE TABLE IF NOT EXISTS observed (
    student TEXT PRIMARY KEY NOT NULL,
    key TEXT NOT NULL,           -- what the observation depends on; '' = to be tried again
    schema INTEGER NOT NULL,     -- of the evidence
    evidence TEXT NOT NULL,      -- JSON
    handed_in INTEGER NOT NULL,  -- 1: in the folder that was graded last; not in the checksum
    {_CHECKSUM}
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS derived (
    student TEXT PRIMARY KEY NOT NULL REFERENCES observed (student),
    sheet TEXT NOT NULL,         -- JSON
    {_CHECKSUM}
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS baselines (  -- times of our own programs: measured again at no loss
    key TEXT PRIMARY KEY NOT NULL,
    curve TEXT NOT NULL,         -- JSON
    {_CHECKSUM}
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS decided (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    criterion TEXT NOT NULL,
    points REAL NOT NULL,
    decided_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_at TEXT NOT NULL,    -- ISO 8601 with the zone's offset, here and below
    {_CHECKSUM}
);
CREATE TABLE IF NOT EXISTS commented (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    comment TEXT NOT NULL,       -- '' = nothing any more
    commented_by TEXT NOT NULL,
    commented_at TEXT NOT NULL,
    {_CHECKSUM}
);
CREATE TABLE IF NOT EXISTS confirmed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    points TEXT NOT NULL,        -- JSON, by criterion
    total REAL NOT NULL,
    confirmed_by TEXT NOT NULL,
    confirmed_at TEXT NOT NULL,
    {_CHECKSUM}
);
CREATE TABLE IF NOT EXISTS exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,          -- 'csv', 'moodle', …
    target TEXT NOT NULL,        -- the file's name
    exported_at TEXT NOT NULL,
    {_CHECKSUM}
);
CREATE TABLE IF NOT EXISTS exported (
    export INTEGER NOT NULL REFERENCES exports (id),
    student TEXT NOT NULL,
    total REAL,                  -- NULL = not decided
    points TEXT NOT NULL,        -- JSON, by criterion; open ones are missing
    state TEXT NOT NULL,
    comment TEXT NOT NULL,
    {_CHECKSUM},
    PRIMARY KEY (export, student)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS told (  -- what an export put into the LMS's column for comments
    export INTEGER NOT NULL REFERENCES exports (id),
    student TEXT NOT NULL,
    feedback TEXT NOT NULL,
    {_CHECKSUM},
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
_TRIGGERS = {
    f"{table}_is_never_{done}": f"BEFORE {event} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, '{what} are never {done}; add another one'); END"
    for table, what in _KEPT.items()
    for event, done in (("UPDATE", "changed"), ("DELETE", "deleted"))
}


def prepare(connection: sqlite3.Connection, path: Path, assignment: str) -> None:
    """Makes the tables in an empty file; StoreError when the file is not one of ours.

    A file of an older version is copied before it is brought up.
    """
    connection.execute("PRAGMA busy_timeout = 10000")
    _refuse_strangers(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    # FULL: a decision, once confirmed, also survives a power cut. It costs about 0.5 ms.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Without this, INSERT OR REPLACE would slip past the triggers of `decided`.
    connection.execute("PRAGMA recursive_triggers = ON")
    version = _number(connection, "user_version")
    if version > 0:
        (stored,) = connection.execute("SELECT max(assignment) FROM course").fetchone()
        if stored != assignment:
            raise StoreError(f"{path}: holds the results of {stored}, not of {assignment}")
    if 0 < version < SCHEMA:
        back_up(connection, path.parent)
    if version < SCHEMA:
        _bring_up(connection, assignment, version)


def _bring_up(connection: sqlite3.Connection, assignment: str, version: int) -> None:
    """Adds what this version has and the file has not, all or nothing; 0 is an empty file."""
    connection.executescript(f"BEGIN IMMEDIATE; {_TABLES}")
    if version == 0:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("INSERT INTO course (assignment) VALUES (?)", (assignment,))
    else:
        for name in _TRIGGERS:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        for table, column in (("course", _STAMP), *((table, _CHECKSUM) for table in SEALED)):
            info = connection.execute(f"PRAGMA table_info({table})").fetchall()
            if column.split()[0] not in {name for _, name, *_ in info}:
                connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
        seal_old_rows(connection)
    for name, trigger in _TRIGGERS.items():
        connection.execute(f"CREATE TRIGGER {name} {trigger}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


def _refuse_strangers(connection: sqlite3.Connection, path: Path) -> None:
    version = _number(connection, "user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and _number(connection, "application_id") != APPLICATION_ID:
        raise StoreError(f"{path}: is a database of another program; give another results folder")
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
