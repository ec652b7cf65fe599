"""One grader at a time per results folder."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.model.errors import StoreError


@contextmanager
def one_grader_only(folder: Path) -> Iterator[None]:
    """Holds the results folder for this process; StoreError when another one holds it.

    The lock is an open SQLite transaction: the same on every platform, and gone with the process
    however it ends.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(folder / ".lock", timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{folder}: cannot be written: {error}") from error
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise StoreError(_refusal(folder, error)) from error
        yield
    finally:
        connection.close()


def _refusal(folder: Path, error: sqlite3.OperationalError) -> str:
    if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
        return (
            f"{folder}: another grader is writing here; wait until it is done, "
            "or give another folder with -o"
        )
    return f"{folder}: cannot be written: {error}"
