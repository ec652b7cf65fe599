"""Dated copies of the store in the folder `backups` of a results folder.

One is made before the first change of a run and after each change of what people decided, unless
nothing changed since the newest. The last ten stay, and always the one with the most decisions.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from grader.model.errors import StoreError
from grader.store.rows import checksum, from_column, tolerant

FILE_NAME = "grader.sqlite"
FOLDER = "backups"
KEPT = 10
DECIDED = ("decided", "commented", "confirmed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """One copy that opens, and how much is in it."""

    path: Path
    students: int
    decisions: int  # that can be read


def back_up(connection: sqlite3.Connection, folder: Path) -> None:
    """Copies the store of `folder`, unless it is empty or like its newest copy.

    The copy appears whole or not at all. Raises StoreError when it cannot be made.
    """
    stamp = _stamp(connection)
    paths = _paths(folder)
    if stamp == b"" or (paths and stamp is not None and _stamp_in(paths[0]) == stamp):
        return
    place = folder / FOLDER
    path = place / f"{FILE_NAME}.{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"
    draft = place / f".{FILE_NAME}.{secrets.token_hex(8)}.draft"
    if place.is_symlink():
        raise StoreError(f"{place} is a link; grader writes only into real folders")
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        for left_over in place.glob(f".{FILE_NAME}.*.draft*"):  # by a killed process
            left_over.unlink()
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        _flush(draft)
        draft.replace(path)
        _flush(place)
        _thin_out([path, *paths])
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StoreError(
            f"{place}: no backup can be written: {error}; make room there and run it again"
        ) from error


def newest(folder: Path) -> Backup | None:
    """Finds the newest copy that can be read; of damaged decisions the one with the most."""
    return _best(_paths(folder), thorough=True)


def lacking(connection: sqlite3.Connection, folder: Path) -> tuple[Path, tuple[str, ...]] | None:
    """Names the newest copy when it holds more than the store, and whose records these are.

    Records are never removed, so that a store with fewer of them is not the one that was here.
    """
    for path in _paths(folder):
        try:
            with _reading(path) as copy:
                if students := tuple(sorted(_missing(copy, connection))):
                    return path, students
                return None
        except sqlite3.Error:
            continue
    return None


def _missing(copy: sqlite3.Connection, store: sqlite3.Connection) -> set[str]:
    missing: set[str] = set()
    there = {table for (table,) in copy.execute("SELECT name FROM sqlite_master")}
    for table in DECIDED:
        if table in there:
            kept = {number for (number,) in store.execute(f"SELECT id FROM {table}")}  # noqa: S608
            rows = copy.execute(f"SELECT id, student FROM {table}")  # noqa: S608
            missing |= {from_column(student) for number, student in rows if number not in kept}
    before, now = (
        {from_column(student) for (student,) in one.execute("SELECT student FROM observed")}
        for one in (copy, store)
    )
    return missing | (before - now if len(before) > len(now) else set())


def _paths(folder: Path) -> list[Path]:
    """Lists the copies, the newest first."""
    return sorted((folder / FOLDER).glob(f"{FILE_NAME}.*Z"), reverse=True)


def _thin_out(paths: list[Path]) -> None:
    best = _best(paths, thorough=False) if len(paths) > KEPT else None
    for path in paths[KEPT:]:
        if best is not None and path != best.path:
            path.unlink()


def _best(paths: list[Path], *, thorough: bool) -> Backup | None:
    found = [one for path in paths if (one := _opened(path, thorough=thorough)) is not None]
    return max(found, key=lambda one: one.decisions, default=None)  # the first of equals


def _opened(path: Path, *, thorough: bool) -> Backup | None:
    try:
        with _reading(path) as copy:
            if thorough and copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return None
            students = copy.execute("SELECT count(*) FROM observed").fetchone()[0]
            rows = copy.execute("SELECT * FROM decided").fetchall()
            sums = any(column[1] == "checksum" for column in copy.execute(_COLUMNS))
    except sqlite3.Error:
        return None
    whole = [row for row in rows if not sums or row[-1] == checksum(row[1:-1])]
    return Backup(path=path, students=students, decisions=len(whole))


_COLUMNS = "PRAGMA table_info(decided)"


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a copy as it is; nothing is written, not even beside it."""
    address = f"{path.resolve().as_uri()}?immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as copy:
        copy.text_factory = tolerant
        yield copy


def _stamp(connection: sqlite3.Connection) -> bytes | None:
    """Reads what is drawn anew with every change; None in a file of an older version."""
    try:
        row = connection.execute("SELECT stamp FROM course").fetchone()
    except sqlite3.OperationalError:
        return None
    return bytes(row[0]) if row else b""


def _stamp_in(path: Path) -> bytes | None:
    try:
        with _reading(path) as copy:
            return _stamp(copy)
    except sqlite3.Error:
        return None


def _flush(path: Path) -> None:
    """Waits until the disk has it; of folders only where that is possible."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
