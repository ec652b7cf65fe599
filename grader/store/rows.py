"""Rows of the store: each carries a checksum, so that one damaged row is known and stops no class.

The checksum is made of the values alone and is the same on every machine. It finds what a disk or
a copy did to a row; it is no signature.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from sqlite3 import Connection

Values = tuple[str | bytes | float | None, ...]

SEALED = {
    "observed": ("student", "key", "schema", "evidence"),
    "derived": ("student", "sheet"),
    "baselines": ("key", "curve"),
    "decided": ("student", "criterion", "points", "decided_by", "reason", "decided_at"),
    "commented": ("student", "comment", "commented_by", "commented_at"),
    "confirmed": ("student", "points", "total", "confirmed_by", "confirmed_at"),
    "exports": ("kind", "target", "exported_at"),
    "exported": ("export", "student", "total", "points", "state", "comment"),
    "told": ("export", "student", "feedback"),
}
"""The columns of each table that its checksum covers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """One row that is there and cannot be read."""

    table: str
    student: str  # as far as it can be read; of an export the name of its file


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a table; of one that is not whole no value can be trusted."""

    values: Values  # of the columns in SEALED
    number: int  # 0 in tables without numbers
    whole: bool


def to_column(student: str) -> str | bytes:
    """Spells a student's id for SQLite, which takes no lone surrogates as text."""
    name = student.encode("utf-8", "surrogatepass")
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name


def from_column(column: object) -> str:
    """Reads a student's id as `to_column` spelt it; of a damaged row whatever there is."""
    if isinstance(column, bytes):
        try:
            return column.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return column.decode("utf-8", "replace")
    return str(column)


def checksum(values: Values) -> int:
    """Sums a row's values up, with their types; numbers of REAL columns are floats."""
    return zlib.crc32(ascii(values).encode("ascii"))


def sealed(rows: Iterable[Values]) -> Iterator[Values]:
    """Adds the checksum to each row, as its last value."""
    return ((*values, checksum(values)) for values in rows)


def insert(connection: Connection, table: str, rows: Iterable[Values]) -> None:
    """Adds rows, whose values are those of SEALED."""
    columns = (*SEALED[table], "checksum")
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  ours
    connection.executemany(statement, sealed(rows))


def read(
    connection: Connection, table: str, *, order: str = "NULL", student: str | bytes | None = None
) -> list[Row]:
    """Reads a table, damaged rows included; `order` is a column with the rows' numbers."""
    columns = ", ".join((*SEALED[table], "checksum", order))
    where, asked = ("WHERE student = ?", (student,)) if student is not None else ("", ())
    chosen = f"SELECT {columns} FROM {table} {where} ORDER BY {order}"  # noqa: S608  all ours
    rows = []
    for *values, total, number in connection.execute(chosen, asked):
        whole = total == checksum(tuple(values))
        rows.append(Row(values=tuple(values), number=number or 0, whole=whole))
    return rows


def seal_old_rows(connection: Connection) -> None:
    """Gives the rows of an older version their checksums. Text that is none stays without one."""
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
    """Reads text of a damaged row, too: what is no UTF-8 becomes halves of surrogate pairs."""
    return text.decode("utf-8", "surrogateescape")


def _is_text(row: Iterable[object]) -> bool:
    return not any(
        isinstance(value, str) and any("\ud800" <= mark <= "\udfff" for mark in value)
        for value in row
    )
