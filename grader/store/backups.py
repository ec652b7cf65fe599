"""Dated copies of the store in the folder `backups` of a results folder, and when one is needed.

A copy is made before the first change of a run and after each change of people's decisions, unless
nothing has changed since the newest. The last ten are kept, and always the one with most decisions.

A store that is missing, damaged or not the original is refused rather than replaced by a new one,
and the message names the copy to restore.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from grader.files import draft_beside, put_in_place
from grader.model.errors import Message, StoreError
from grader.store.schema import checksum, from_column, tolerant

FILE_NAME = "grader.sqlite"
FOLDER = "backups"
KEPT = 10
DECIDED = ("decided", "commented", "noted", "confirmed")
MAGIC = b"SQLite format 3\0"
JOURNAL = f"{FILE_NAME}-wal"
TRACES = ("grades.csv", "sheets", "export", FOLDER, JOURNAL)
"""Files and folders besides the store that show that a class was graded."""


class Backup(Struct, frozen=True, kw_only=True):
    """One readable copy, and the amount of data in it."""

    path: Path
    students: int
    decisions: int  # readable decisions


def back_up(connection: sqlite3.Connection, folder: Path) -> None:
    """Copy the store of `folder`, unless it is empty or equals its newest copy.

    The copy is written atomically. Raises StoreError if it cannot be made.
    """
    stamp = _stamp(connection)
    paths = _paths(folder)
    if stamp == b"" or (paths and stamp is not None and _stamp_in(paths[0]) == stamp):
        return
    place = folder / FOLDER
    path = place / f"{FILE_NAME}.{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"
    draft = draft_beside(path)
    if place.is_symlink():
        raise StoreError("{path} is a link; grader writes only to real folders", path=place)
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        for left_over in place.glob(f".{FILE_NAME}.*.draft*"):  # of a killed process
            left_over.unlink()
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a journal
        put_in_place(draft, path, durable=True)
        _thin_out([path, *paths])
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StoreError(
            "{path}: the backup cannot be written: {reason}; check that there is free space and "
            "that you may write there, and run the command again",
            path=place,
            reason=str(error),
        ) from error


def newest(folder: Path) -> Backup | None:
    """Return the newest readable copy; if copies are damaged, the one with most decisions."""
    return _best(_paths(folder), thorough=True)


def lacking(connection: sqlite3.Connection, folder: Path) -> tuple[Path, tuple[str, ...]] | None:
    """Return the newest readable backup if the store lacks records of it, and their students.

    Records are never removed, so a store that lacks some is a different one.
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
            stored = {number for (number,) in store.execute(f"SELECT id FROM {table}")}  # noqa: S608
            rows = copy.execute(f"SELECT id, student FROM {table}")  # noqa: S608
            missing |= {from_column(student) for number, student in rows if number not in stored}
    before, now = (
        {from_column(student) for (student,) in connection.execute(_STUDENTS)}
        for connection in (copy, store)
    )
    return missing | (before - now if len(before) > len(now) else set())


def _paths(folder: Path) -> list[Path]:
    return sorted((folder / FOLDER).glob(f"{FILE_NAME}.*Z"), reverse=True)


def _thin_out(paths: list[Path]) -> None:
    best = _best(paths, thorough=False) if len(paths) > KEPT else None
    for path in paths[KEPT:]:
        if best is not None and path != best.path:
            path.unlink()


def _best(paths: list[Path], *, thorough: bool) -> Backup | None:
    copies = (_opened(path, thorough=thorough) for path in paths)
    readable = [copy for copy in copies if copy is not None]
    return max(readable, key=lambda copy: copy.decisions, default=None)  # the first of equal ones


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
    intact = [row for row in rows if not sums or row[-1] == checksum(row[1:-1])]
    return Backup(path=path, students=students, decisions=len(intact))


_COLUMNS = "PRAGMA table_info(decided)"
_STUDENTS = "SELECT student FROM observed"


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy read-only; no file is written, not even next to it."""
    address = f"{path.resolve().as_uri()}?immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as copy:
        copy.text_factory = tolerant
        yield copy


def _stamp(connection: sqlite3.Connection) -> bytes | None:
    """Return the stamp that every change replaces; None in a file of an older version."""
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


def has_traces(folder: Path) -> bool:
    """Return whether a class was graded here: a store exists, or existed."""
    return any(_holds_something(folder / name) for name in (FILE_NAME, *TRACES))


def refuse_without_a_store(folder: Path, *, create: bool) -> None:
    """Raise StoreError unless there is a database, or a new one may be created.

    SQLite itself would take an empty file for a new database, and discard what a killed process
    left in the journal.
    """
    path = folder / FILE_NAME
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
    except FileNotFoundError:
        begins = None
    except OSError as error:
        raise StoreError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror
        ) from error
    if begins == MAGIC:
        return
    if begins:
        raise damaged(path, "file is not a database")
    if traces := _traces(folder):
        raise _refusal(Message(_GONE if begins is None else _EMPTY, traces), folder)
    if not create:
        raise StoreError("{path}: not found; run `grader grade` first", path=path)


def refuse_a_shrunk_store(connection: sqlite3.Connection, folder: Path, *, create: bool) -> None:
    """Raise StoreError if the store holds less than before, and so is not the original."""
    path = folder / FILE_NAME
    if missing := lacking(connection, folder):
        backup, students = missing
        names = ", ".join(students)
        less = {"path": path, "students": names, "backup": backup}
        raise _refusal(
            Message(
                "{path}: is missing records of {students} that {backup} contains; nothing was "
                "changed",
                less,
            ),
            folder,
            Message("or, if {path} is the right one, move {backup} to another folder", less),
        )
    if connection.execute("SELECT count(*) FROM observed").fetchone() != (0,):
        return
    if traces := _traces(folder, TRACES[:-1]):
        raise _refusal(Message(_EMPTY, traces), folder)
    if not create:
        raise StoreError("{path}: contains no students yet; run `grader grade` first", path=path)


_GONE = "{path}: is missing, but {traces} of a graded class exist next to it; nothing was changed"
_EMPTY = "{path}: is empty, but {traces} of a graded class exist next to it; nothing was changed"


def _traces(folder: Path, names: Iterable[str] = TRACES) -> Mapping[str, object]:
    """Return the parameters for naming traces in a message; empty without traces."""
    traces = ", ".join(name for name in names if _holds_something(folder / name))
    return {"path": folder / FILE_NAME, "traces": traces} if traces else {}


def damaged(path: Path, reason: str | Message) -> StoreError:
    """Return an error that says how a file is damaged, and what to restore."""
    return _refusal(
        Message("{path}: is damaged ({reason})", {"path": path, "reason": reason}),
        path.parent,
        Message(
            "keep {path} under a different name; decisions may still be readable from it",
            {"path": path},
        ),
    )


def _refusal(problem: Message, folder: Path, *more: Message) -> StoreError:
    """Add the remedies to a problem, one per line."""
    path, journal = folder / FILE_NAME, folder / JOURNAL
    backup = newest(folder)
    if backup is None:
        put_back = Message(
            "there is no backup in {folder}; restore {path} from your own copy",
            {"folder": folder / FOLDER, "path": path},
        )
    else:
        put_back = Message(
            "restore the latest backup: copy {backup} to {path} (students: {students}, "
            "decisions: {decisions})",
            {
                "backup": backup.path,
                "path": path,
                "students": backup.students,
                "decisions": backup.decisions,
            },
        )
    lines = [problem, put_back]
    if _holds_something(journal):
        lines.append(
            Message(
                "before that, move {path} elsewhere; it belongs to the old file", {"path": journal}
            )
        )
    lines += more
    lines.append(
        Message(
            "or use a different results folder; if nothing in {folder} is needed any more, "
            "remove it",
            {"folder": folder},
        )
    )
    return StoreError.of(lines)


def _holds_something(path: Path) -> bool:
    """Return whether a trace shows that a class was graded; a table without students does not."""
    try:
        if path.is_dir():
            return any(path.iterdir())
        if path.suffix == ".csv":
            return path.read_bytes().count(b"\n") > 1
        return path.stat().st_size > 0
    except OSError:
        return False
