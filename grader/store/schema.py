"""The tables of grader.sqlite, their rows, and checks of a file that claims to be one.

Three kinds of records, never mixed: observed (what happened), derived (can be deleted and rebuilt)
and decided (what people said: rows are added, never changed or removed). Baselines are also
observed, of machines rather than students. Exports are a log, as permanent as decisions.

Each row has a checksum, so that a damaged row is detected and does not affect a class. It depends
on the values alone and is the same on every machine. It detects damage by a disk or a copy; it is
no signature.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from grader.model.errors import StoreError
from grader.model.language import LANGUAGES

SCHEMA = 12  # since 12: people's notes for plugins
SEALED_SINCE = 5  # the version from which every row has a checksum
MAX_RECORD_BYTES = 2**26  # unpacked; evidence of a long program takes a few hundred kilobytes
APPLICATION_ID = 0x67726472  # "grdr"

_STAMP = "stamp BLOB NOT NULL DEFAULT x''"  # random, with every change; empty: none yet
_FOLDER = "folder TEXT NOT NULL DEFAULT ''"  # the folder graded last, as a path on this machine
_CHECKSUM = "checksum INTEGER NOT NULL DEFAULT 0"  # see above
_TABLES = f"""
CREATE TABLE IF NOT EXISTS course (
    assignment TEXT NOT NULL,
    {_STAMP},
    {_FOLDER}
);
CREATE TABLE IF NOT EXISTS observed (
    student TEXT PRIMARY KEY NOT NULL,
    key TEXT NOT NULL,           -- what the observation depends on; '' = to be tried again
    schema INTEGER NOT NULL,     -- of the evidence
    evidence BLOB NOT NULL,      -- JSON, packed; as it is in rows of versions before 7
    handed_in INTEGER NOT NULL,  -- 1: in the folder that was graded last; not in the checksum
    {_CHECKSUM}
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS derived (
    student TEXT PRIMARY KEY NOT NULL REFERENCES observed (student),
    sheet BLOB NOT NULL,         -- the same
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
CREATE TABLE IF NOT EXISTS seen (  -- which evidence lay before the person who decided
    decision INTEGER PRIMARY KEY NOT NULL REFERENCES decided (id),
    evidence TEXT NOT NULL,      -- observed.key of that time
    {_CHECKSUM}
);
CREATE TABLE IF NOT EXISTS phrases (  -- reasons to be used again; the latest of a name counts
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    phrase TEXT NOT NULL,        -- its name
    criterion TEXT NOT NULL,
    ja TEXT NOT NULL,
    en TEXT NOT NULL,            -- both '' = not offered any more
    written_by TEXT NOT NULL,
    written_at TEXT NOT NULL,
    {_CHECKSUM}
);
CREATE TABLE IF NOT EXISTS itemized (  -- the rubric items that a decision's points come from
    decision INTEGER PRIMARY KEY NOT NULL REFERENCES decided (id),
    items TEXT NOT NULL,         -- JSON
    {_CHECKSUM}
);
CREATE TABLE IF NOT EXISTS phrase_points (  -- of phrases that are rubric items
    phrase INTEGER PRIMARY KEY NOT NULL REFERENCES phrases (id),
    points REAL NOT NULL,
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
CREATE TABLE IF NOT EXISTS noted (  -- for one plugin each, which alone knows what they say
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,          -- the plugin's name first
    student TEXT NOT NULL,       -- '' = about the class
    key TEXT NOT NULL,           -- the latest of a kind, student and key counts
    text TEXT NOT NULL,          -- JSON; '' = nothing any more
    noted_by TEXT NOT NULL,
    noted_at TEXT NOT NULL,
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
    state TEXT NOT NULL,         -- '' since version 9, and the same below
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
APPEND_ONLY = {
    "decided": "decisions",
    "seen": "decisions",
    "itemized": "decisions",
    "phrases": "phrases",
    "phrase_points": "phrases",
    "commented": "comments",
    "noted": "notes",
    "confirmed": "confirmations",
    "exports": "exports",
    "exported": "exports",
    "told": "exports",
}
_TRIGGERS = {
    f"{table}_is_never_{done}": f"BEFORE {event} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, '{records} are never {done}; add another one'); END"
    for table, records in APPEND_ONLY.items()
    for event, done in (("UPDATE", "changed"), ("DELETE", "deleted"))
}


Values = tuple[str | bytes | float | None, ...]

SEALED = {
    "observed": ("student", "key", "schema", "evidence"),
    "derived": ("student", "sheet"),
    "baselines": ("key", "curve"),
    "decided": ("student", "criterion", "points", "decided_by", "reason", "decided_at"),
    "seen": ("decision", "evidence"),
    "phrases": ("phrase", "criterion", *LANGUAGES, "written_by", "written_at"),
    "itemized": ("decision", "items"),
    "phrase_points": ("phrase", "points"),
    "commented": ("student", "comment", "commented_by", "commented_at"),
    "noted": ("kind", "student", "key", "text", "noted_by", "noted_at"),
    "confirmed": ("student", "points", "total", "confirmed_by", "confirmed_at"),
    "exports": ("kind", "target", "exported_at"),
    "exported": ("export", "student", "total", "points", "state", "comment"),
    "told": ("export", "student", "feedback"),
}
"""The columns of each table that are covered by its checksum."""


class Unreadable(Struct, frozen=True, kw_only=True):
    """A row that exists but cannot be read."""

    table: str
    student: str  # as far as it can be read; for an export, the name of its file


class StoredRow(Struct, frozen=True, kw_only=True):
    """A row of a table; if it is not intact, no value can be trusted."""

    values: Values  # of the columns in SEALED
    number: int  # 0 in tables without numbers
    intact: bool


def to_column(student: str) -> str | bytes:
    """Encode a student's id for SQLite, which rejects lone surrogates in text."""
    name = student.encode("utf-8", "surrogatepass")
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name


def from_column(column: object) -> str:
    """Decode a student's id from `to_column`; from a damaged row, whatever there is."""
    if isinstance(column, bytes):
        try:
            return column.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return column.decode("utf-8", "replace")
    return str(column)


def packed(text: str) -> bytes:
    """Compress JSON, to about a quarter."""
    return zlib.compress(text.encode())


def unpacked(column: object) -> str:
    """Return what `packed` wrote, or text of an older version.

    Raises ValueError if it is neither, or larger than any of our records: a small row can unpack to
    gigabytes.
    """
    if not isinstance(column, bytes):
        return str(column)
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(column, MAX_RECORD_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacking.eof:
        raise ValueError("cut short, or too large for a record")
    return text.decode()


def checksum(values: Values) -> int:
    """Compute a checksum of a row's values and types; numbers in REAL columns are floats."""
    return zlib.crc32(ascii(values).encode("ascii"))


def sealed(rows: Iterable[Values]) -> Iterator[Values]:
    """Add the checksum to each row, as its last value."""
    return ((*values, checksum(values)) for values in rows)


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Values]) -> None:
    """Add rows with the values of the columns in SEALED."""
    columns = (*SEALED[table], "checksum")
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  ours
    connection.executemany(statement, sealed(rows))


def read(
    connection: sqlite3.Connection,
    table: str,
    *,
    order: str = "NULL",
    student: str | bytes | None = None,
) -> list[StoredRow]:
    """Read a table, including damaged rows; `order` is a column with the rows' numbers."""
    columns = ", ".join((*SEALED[table], "checksum", order))
    where, parameters = ("WHERE student = ?", (student,)) if student is not None else ("", ())
    chosen = f"SELECT {columns} FROM {table} {where} ORDER BY {order}"  # noqa: S608  all ours
    rows = []
    for *values, total, number in connection.execute(chosen, parameters):
        intact = total == checksum(tuple(values))
        rows.append(StoredRow(values=tuple(values), number=number or 0, intact=intact))
    return rows


def seal_old_rows(connection: sqlite3.Connection) -> None:
    """Add checksums to the rows of an older version, except rows that are not valid text."""
    for table, columns in SEALED.items():
        info = connection.execute(f"PRAGMA table_info({table})").fetchall()
        keys = [name for _, name, *_, key in info if key]
        chosen = f"SELECT {', '.join((*columns, *keys))} FROM {table}"  # noqa: S608
        where = " AND ".join(f"{key} = ?" for key in keys)
        rows = [
            (checksum(tuple(row[: len(columns)])), *row[len(columns) :])
            for row in connection.execute(chosen)
            if _is_text(row)
        ]
        connection.executemany(f"UPDATE {table} SET checksum = ? WHERE {where}", rows)  # noqa: S608


def tolerant(text: bytes) -> str:
    """Decode text even if damaged: invalid UTF-8 becomes lone surrogates."""
    return text.decode("utf-8", "surrogateescape")


def _is_text(row: Iterable[object]) -> bool:
    return not any(
        isinstance(value, str) and any("\ud800" <= mark <= "\udfff" for mark in value)
        for value in row
    )


def prepare(connection: sqlite3.Connection, path: Path, assignment: str) -> int:
    """Set a connection up and return the version of its tables; 0 is an empty file.

    Raises StoreError if the file is not ours or holds another assignment's results.
    """
    connection.execute("PRAGMA busy_timeout = 10000")
    _refuse_strangers(connection, path)
    # A student's rows have 1 or 2 KB; longer ones use extra pages. This applies only to a new file.
    connection.execute("PRAGMA page_size = 1024")
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
            raise StoreError(
                "{path}: contains the results of {stored}, not of {assignment}",
                path=path,
                stored=stored,
                assignment=assignment,
            )
    return version


def bring_up(connection: sqlite3.Connection, assignment: str, version: int) -> None:
    """Add what this version has and the file lacks, all or nothing; 0 is an empty file."""
    connection.executescript(f"BEGIN IMMEDIATE; {_TABLES}")
    if version == 0:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("INSERT INTO course (assignment) VALUES (?)", (assignment,))
    else:
        for name in _TRIGGERS:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        added = ("course", _STAMP), ("course", _FOLDER), *((table, _CHECKSUM) for table in SEALED)
        for table, column in added:
            info = connection.execute(f"PRAGMA table_info({table})").fetchall()
            if column.split()[0] not in {name for _, name, *_ in info}:
                connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
        if version < SEALED_SINCE:
            seal_old_rows(connection)
    for name, trigger in _TRIGGERS.items():
        connection.execute(f"CREATE TRIGGER {name} {trigger}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


def _refuse_strangers(connection: sqlite3.Connection, path: Path) -> None:
    version = _number(connection, "user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and _number(connection, "application_id") != APPLICATION_ID:
        raise StoreError(
            "{path}: is the database of another program; use a different results folder", path=path
        )
    if version > SCHEMA:
        raise StoreError(
            "{path}: was written by a newer grader (schema {number}; "
            "this one reads up to {newest}); install the newer version",
            path=path,
            number=version,
            newest=SCHEMA,
        )
    problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise sqlite3.DatabaseError(problem)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
