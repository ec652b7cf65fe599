"""Open one assignment's gradebook from the results of `collect` and `grade`."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from grader.gradebook import open_gradebook
from grader.intake.manifest import read_manifest
from grader.model.collection import Collection
from grader.model.course import Assignment, Course
from grader.model.errors import IntakeError
from grader.model.gradebook import Gradebook
from grader.scoring import counting
from grader.store import Backup, Store, Unreadable, open_store, overtaken
from grader.wording import Wording, visible


class Desk(Struct, frozen=True, kw_only=True):
    """The place of one assignment's gradebook, and the language to use."""

    course: Course
    assignment: Assignment
    out: Path
    words: Wording


class OpenBook(Struct, frozen=True, kw_only=True):
    """A gradebook, and the store and the collected submissions behind it."""

    store: Store
    collection: Collection | None
    book: Gradebook


def file_bytes(path: Path) -> bytes:
    """Read a file that the user named. Raises IntakeError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise IntakeError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror
        ) from error


def inbox(course: Course, assignment: str) -> Path:
    """Return the folder that `collect` fills for an assignment."""
    return course.root / "submissions" / assignment


def collection_of(course: Course, assignment: str) -> Collection | None:
    """Read the collected files of an assignment; None if none were collected."""
    folder = inbox(course, assignment)
    return read_manifest(folder) if folder.is_dir() else None


@contextmanager
def opened(desk: Desk, *, reading: bool = False) -> Iterator[OpenBook]:
    """Open the gradebook of a results folder; lock the folder unless only `reading`.

    Raises StoreError, IntakeError.
    """
    collection = collection_of(desk.course, desk.assignment.id)
    with open_store(desk.out, desk.assignment.id, reading=reading) as store:
        book = open_gradebook(store, desk.assignment, desk.words, collection=collection)
        yield OpenBook(store=store, collection=collection, book=book)


def overtaken_in(here: OpenBook) -> tuple[str, ...]:
    """List the students with points that a person gave for other files than the current ones."""
    keys = {row.student: row.key for row in here.store.observed().values()}
    return overtaken(counting(here.store.decisions(), here.book.assignment), keys)


_DAMAGED = {
    "exported": "exports",
    "told": "exports",
    "seen": "details",
    "itemized": "details",
    "phrase_points": "phrases",
}
"""Kinds of damage by table, for tables whose damage is named differently."""


def damages(
    unreadable: Iterable[Unreadable], backup: Backup | None, words: Wording
) -> Iterator[str]:
    """Yield sentences on damaged rows of the store, by kind, and on a backup that may have them."""
    students: dict[str, list[str]] = {}
    for row in unreadable:
        kind = _DAMAGED.get(row.table, row.table)
        students.setdefault(kind, []).append(visible(row.student))
    for kind, names in students.items():
        damaged = tuple(dict.fromkeys(names))
        yield words.text(f"batch.damaged.{kind}", students=damaged, count=len(damaged))
    if students and backup is not None:
        counts = {"students": backup.students, "decisions": backup.decisions}
        yield words.text("batch.damaged.backup", path=str(backup.path), **counts)
