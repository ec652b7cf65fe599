"""When a store is refused rather than begun anew, and which backup is to be put back."""

import sqlite3
from pathlib import Path

from grader.model.errors import StoreError
from grader.store.backups import FILE_NAME, FOLDER, lacking, newest

MAGIC = b"SQLite format 3\0"
JOURNAL = f"{FILE_NAME}-wal"
TRACES = ("grades.csv", "sheets", "export", FOLDER, JOURNAL)
"""What a graded class leaves beside its store."""


def has_traces(folder: Path) -> bool:
    """Says whether a class was graded here: there is a store, or there was one."""
    return any(_holds_something(folder / name) for name in (FILE_NAME, *TRACES))


def refuse_without_a_store(folder: Path, *, create: bool) -> None:
    """Raises StoreError unless there is a database, or a new one may be begun.

    SQLite itself would take an empty file for a new database, and throw away what a killed process
    left in the journal beside it.
    """
    path = folder / FILE_NAME
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
    except FileNotFoundError:
        begins = None
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error
    if begins == MAGIC:
        return
    if begins:
        raise damaged(path, "file is not a database")
    if traces := ", ".join(name for name in TRACES if _holds_something(folder / name)):
        problem = "is not there" if begins is None else "is empty"
        raise _refusal(
            f"{path}: {problem}, but {traces} of a graded class lie beside it; nothing was changed",
            folder,
        )
    if not create:
        raise StoreError(f"{path}: not found; run `grader grade` first")


def refuse_a_shrunk_store(connection: sqlite3.Connection, folder: Path, *, create: bool) -> None:
    """Raises StoreError when the store is not the one that was here: it holds less than before."""
    path = folder / FILE_NAME
    if missing := lacking(connection, folder):
        backup, students = missing
        names = ", ".join(students)
        stay = f"or, if {path} is the right one, move {backup} to another folder"
        raise _refusal(
            f"{path}: lacks records of {names}, which {backup} holds; nothing was changed",
            folder,
            stay,
        )
    if connection.execute("SELECT count(*) FROM observed").fetchone() != (0,):
        return
    if traces := ", ".join(name for name in TRACES[:-1] if _holds_something(folder / name)):
        raise _refusal(
            f"{path}: is empty, but {traces} of a graded class lie beside it; nothing was changed",
            folder,
        )
    if not create:
        raise StoreError(f"{path}: holds nobody yet; run `grader grade` first")


def damaged(path: Path, reason: str) -> StoreError:
    """Says that the file cannot be used, and what is to be put back."""
    keep = f"keep {path} under another name: decisions may still be read from it"
    return _refusal(f"{path}: is damaged ({reason})", path.parent, keep)


def _refusal(problem: str, folder: Path, *more: str) -> StoreError:
    """Adds what to do, in lines of which each can be translated."""
    path = folder / FILE_NAME
    backup = newest(folder)
    lines = [problem]
    if backup is None:
        lines.append(f"there is no backup in {folder / FOLDER}; put {path} back from your own")
    else:
        lines.append(
            f"put back the newest backup: copy {backup.path} to {path} "
            f"({backup.students} students, {backup.decisions} decisions)"
        )
    if _holds_something(folder / JOURNAL):
        lines.append(f"move {folder / JOURNAL} away before that; it belongs to the old file")
    lines += more
    lines.append(
        f"or give another results folder; if nothing in {folder} is needed any more, remove it"
    )
    return StoreError("\n".join(lines))


def _holds_something(path: Path) -> bool:
    """Says whether it shows that a class was graded; a table of nobody shows nothing."""
    try:
        if path.is_dir():
            return any(path.iterdir())
        if path.suffix == ".csv":
            return path.read_bytes().count(b"\n") > 1
        return path.stat().st_size > 0
    except OSError:
        return False
