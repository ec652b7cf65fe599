"""One results folder's SQLite file: observations, derived sheets, and decisions."""

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Self, TypeVar

from msgspec import Struct

from grader.model.errors import Busy, Message, StoreError
from grader.model.evidence import Evidence
from grader.model.gradebook import Comment, Confirmation, Export, Exported, Note, Phrase
from grader.model.scoresheet import Decision, ScoreSheet
from grader.model.timing import Curve
from grader.records import DamagedRecord, from_text, to_text
from grader.store.backups import (
    FILE_NAME,
    FOLDER,
    JOURNAL,
    Backup,
    back_up,
    damaged,
    newest,
    refuse_a_shrunk_store,
    refuse_without_a_store,
)
from grader.store.decision_log import (
    add_comments,
    add_confirmations,
    add_decisions,
    add_export,
    add_notes,
    add_phrases,
    read_comments,
    read_confirmations,
    read_decisions,
    read_exports,
    read_notes,
    read_phrases,
)
from grader.store.keys import EVIDENCE_SCHEMA
from grader.store.schema import (
    SCHEMA,
    Unreadable,
    bring_up,
    from_column,
    packed,
    prepare,
    read,
    sealed,
    to_column,
    tolerant,
    unpacked,
)

T = TypeVar("T")
LOCK = ".lock"  # open while a process holds the results folder
PATIENCE = 5.0  # seconds that a command waits for another grader to release the folder


class Observed(Struct, frozen=True, kw_only=True):
    """Facts about one student's observation that need no reading of the evidence."""

    student: str
    key: str  # "" = our fault; the observation is to be repeated
    readable: bool  # whether this version understands the evidence
    handed_in: bool  # whether the student was in the folder graded last
    intact: bool = True  # False: the row is damaged, and nothing else of it can be trusted


@contextmanager
def open_store(
    folder: Path, assignment: str, *, create: bool = False, reading: bool = False
) -> Iterator["Store"]:
    """Open a results folder's store, holding the folder meanwhile unless only `reading`.

    Waits a few seconds for another grader, such as a review page that stores a decision. Readers
    need no lock: SQLite shows them the last commit. Raises StoreError.
    """
    if not create:
        refuse_without_a_store(folder, create=False)  # before leaving a lock without a store
    unlocked = reading and _is_current(folder)
    held = nullcontext() if unlocked else one_grader_only(folder, patience=PATIENCE)
    with held, Store(folder, assignment, create=create) as store:
        yield store


def _is_current(folder: Path) -> bool:
    """Return whether the store has this version's tables, so that opening it changes nothing."""
    try:
        with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        return False
    return bool(version == SCHEMA)


def assignment_in(folder: Path) -> str:
    """Return the assignment whose results a folder holds. Raises StoreError if it has none."""
    refuse_without_a_store(folder, create=False)
    path = folder / FILE_NAME
    try:
        with closing(sqlite3.connect(path)) as connection:
            (assignment,) = connection.execute("SELECT max(assignment) FROM course").fetchone()
    except sqlite3.Error as error:
        raise damaged(path, str(error)) from error
    return str(assignment)


@contextmanager
def one_grader_only(folder: Path, *, patience: float = 0) -> Iterator[None]:
    """Hold the results folder for this process. Raises Busy if another process still holds it.

    Waits `patience` seconds for the other process.

    The lock is an open SQLite transaction: the same on every platform, and released with the
    process, however it ends.
    """
    lock = folder / LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if lock.exists() and not os.access(lock, os.W_OK):  # several processes could hold it then
            raise _read_only(folder)
        connection = sqlite3.connect(lock, timeout=patience, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise _not_writable(folder, error) from error
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise _not_writable(folder, error) from error
            raise Busy(
                "{folder}: another grader is writing here; wait until it has finished, or use a "
                "different folder with -o",
                folder=folder,
            ) from error
        yield
    finally:
        connection.close()


def _not_writable(folder: Path, error: Exception) -> StoreError:
    if _is_closed(folder, error):
        return _read_only(folder)
    return StoreError("{path}: cannot be written: {reason}", path=folder, reason=str(error))


def _read_only(path: Path) -> StoreError:
    return StoreError(
        "{path}: can only be read here, so nothing could be saved; ask for the right to write "
        "there, or copy the results folder to a place where you may",
        path=path,
    )


def _is_closed(path: Path, error: Exception) -> bool:
    """Return whether writing fails for lack of permission, on the file or its file system.

    SQLite reports "unable to open" if it cannot create the files that it needs beside it.
    """
    if isinstance(error, OSError):
        return error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without SQLite's extended code
    folder = path if path.is_dir() else path.parent
    shut = code == sqlite3.SQLITE_CANTOPEN and not os.access(folder, os.W_OK)
    return shut or code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


class Store:
    """The records of one assignment's results. Use it in the thread that opened it.

    A damaged row does not affect others: it is skipped, and recorded in `unreadable`.
    """

    def __init__(self, folder: Path, assignment: str, *, create: bool = True) -> None:
        """Open `folder`/grader.sqlite. Raises StoreError with the reason if it cannot be used."""
        self.folder = folder
        self._path = folder / FILE_NAME
        self._unreadable: set[Unreadable] = set()
        self._copied = False  # before the first change of this run
        # Rows found intact are not read again while their checksums are the same.
        self._intact: dict[str | bytes, tuple[object, ...]] = {}
        self._sheets: dict[str, tuple[int, ScoreSheet]] = {}
        refuse_without_a_store(folder, create=create)
        with self._explained():
            self._connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            with self._explained():
                self._connection.text_factory = tolerant
                version = prepare(self._connection, self._path, assignment)
                if 0 < version < SCHEMA:
                    back_up(self._connection, folder)
                if version < SCHEMA:
                    bring_up(self._connection, assignment, version)
                refuse_a_shrunk_store(self._connection, folder, create=create)
            self._files = _identities(folder)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def in_place(self) -> bool:
        """Whether the folder still contains the files that were opened.

        SQLite keeps using files that were moved or removed; anything stored there is lost.
        """
        return _identities(self.folder) == self._files

    def refuse_read_only(self) -> None:
        """Raise StoreError if nothing can be stored, before a person decides in vain."""
        with self._explained():
            if (place := self.folder / FOLDER).exists() and not os.access(place, os.W_OK):
                raise _read_only(place)
            # If SQLite may only read, BEGIN IMMEDIATE does no more than BEGIN.
            self._connection.execute("UPDATE course SET stamp = stamp WHERE 0")

    @property
    def unreadable(self) -> tuple[Unreadable, ...]:
        """The damaged rows met so far. They stay where they are."""
        return tuple(sorted(self._unreadable, key=lambda row: (row.student, row.table)))

    def newest_backup(self) -> Backup | None:
        """Return the newest readable copy of the store."""
        return newest(self.folder)

    def observed(self) -> Mapping[str, Observed]:
        """Return every student ever observed, by student."""
        with self._explained():
            rows = self._connection.execute(
                "SELECT student, key, schema, checksum, handed_in FROM observed"
            ).fetchall()
        observed = {}
        for column, key, schema, checksum, handed_in in rows:
            student = from_column(column)
            intact = self._is_intact(column, (key, schema, checksum))
            if not intact:
                self._unreadable.add(Unreadable(table="observed", student=student))
                if student in observed or to_column(student) != column:
                    continue  # someone else's id by now, or unassigned
            observed[student] = Observed(
                student=student,
                key=str(key) if intact else "",
                readable=intact and schema == EVIDENCE_SCHEMA,
                handed_in=bool(handed_in),
                intact=intact,
            )
        return dict(sorted(observed.items()))

    def _is_intact(self, student: str | bytes, summed: tuple[object, ...]) -> bool:
        """Return whether an observation is as it was stored; long evidence is read only once."""
        if self._intact.get(student) != summed:
            with self._explained():
                rows = read(self._connection, "observed", student=student)
            if not rows or not all(row.intact for row in rows):
                return False
            self._intact[student] = summed
        return True

    def evidence(self, student: str) -> Evidence | None:
        """Read one student's evidence; None if there is no readable one."""
        return self._read("observed", student, Evidence)

    def sheet(self, student: str) -> ScoreSheet | None:
        """Read one student's latest score sheet; None if there is no readable one."""
        with self._explained():
            row = self._connection.execute(
                "SELECT checksum FROM derived WHERE student = ?", (to_column(student),)
            ).fetchone()
        known = self._sheets.get(student)
        if row is not None and known is not None and known[0] == row[0]:
            return known[1]
        sheet = self._read("derived", student, ScoreSheet)
        if row is not None and sheet is not None:
            self._sheets[student] = (row[0], sheet)
        return sheet

    def _read(self, table: str, student: str, kind: type[T]) -> T | None:
        with self._explained():
            rows = read(self._connection, table, student=to_column(student))
        for row in rows:
            try:
                if row.intact:
                    return from_text(unpacked(row.values[-1]), kind)
            except (DamagedRecord, ValueError):
                pass  # written by a version that did not record this
            self._unreadable.add(Unreadable(table=table, student=student))
        return None

    def save(self, evidence: Evidence, sheet: ScoreSheet, *, reusable: bool) -> bool:
        """Store one submission's evidence and sheet in one transaction.

        Evidence that is not `reusable` is kept for the sheet, and made again next time. Returns
        whether the sheet has changed.
        """
        text = to_text(sheet)
        changed = text != self._sheet_text(sheet.student)
        student = to_column(evidence.student)
        key = evidence.key if reusable else ""
        observed = (student, key, EVIDENCE_SCHEMA, packed(to_text(evidence)))
        derived = (student, packed(text))
        with self._transaction() as connection:
            connection.executemany(_SAVE_EVIDENCE, sealed([observed]))
            connection.executemany(_SAVE_SHEET, sealed([derived]))
        self._unreadable -= {
            Unreadable(table=table, student=evidence.student) for table in ("observed", "derived")
        }
        return changed

    def join(
        self, foreign: Iterable[tuple[Evidence, bool]], handed_in: AbstractSet[str]
    ) -> tuple[str, ...]:
        """Store evidence from other folders, and whether it is reusable, all or nothing.

        The caller derives sheets from it; `handed_in` are all students in any graded folder.
        Returns the students of the evidence.
        """
        students = []
        with self._transaction() as connection:
            for evidence, reusable in foreign:
                student, key = to_column(evidence.student), evidence.key if reusable else ""
                row = (student, key, EVIDENCE_SCHEMA, packed(to_text(evidence)))
                connection.executemany(_SAVE_EVIDENCE, sealed([row]))
                students.append(evidence.student)
            marks = [(student in handed_in, to_column(student)) for student in self.observed()]
            connection.executemany("UPDATE observed SET handed_in = ? WHERE student = ?", marks)
        self._unreadable -= {Unreadable(table="observed", student=student) for student in students}
        return tuple(students)

    def save_sheets(self, sheets: Iterable[ScoreSheet]) -> frozenset[str]:
        """Store sheets derived again from stored evidence, all or none; return whose changed."""
        changed = {
            sheet.student: text
            for sheet in sheets
            if (text := to_text(sheet)) != self._sheet_text(sheet.student)
        }
        rows = [(to_column(student), packed(text)) for student, text in changed.items()]
        if rows:
            with self._transaction(derived=True) as connection:
                connection.executemany(_SAVE_SHEET, sealed(rows))
        self._unreadable -= {Unreadable(table="derived", student=student) for student in changed}
        return frozenset(changed)

    def _sheet_text(self, student: str) -> str | None:
        """Rewrite a stored sheet with this version's fields."""
        sheet = self.sheet(student)
        return None if sheet is None else to_text(sheet)

    def baselines(self) -> Mapping[str, Curve]:
        """Read the times of our own programs, by key, without unreadable ones."""
        with self._explained():
            rows = read(self._connection, "baselines")
        curves = {}
        for row in rows:
            if row.intact:
                key, text = row.values
                with suppress(DamagedRecord):  # it is simply measured again
                    curves[str(key)] = from_text(str(text), Curve)
        return curves

    def keep_baselines(self, curves: Mapping[str, Curve]) -> None:
        """Store the times of our own programs, replacing those with the same key."""
        rows = [(key, to_text(curve)) for key, curve in curves.items()]
        if rows:
            with self._transaction() as connection:
                connection.executemany(
                    "INSERT OR REPLACE INTO baselines (key, curve, checksum) VALUES (?, ?, ?)",
                    sealed(rows),
                )

    def mark_handed_in(self, students: Iterable[str]) -> None:
        """Record who is in the folder now; no records are removed."""
        present = set(students)
        moved = [
            (student in present, to_column(student))
            for student, known in self.observed().items()
            if known.handed_in != (student in present)
        ]
        if moved:
            with self._transaction() as connection:
                connection.executemany("UPDATE observed SET handed_in = ? WHERE student = ?", moved)

    def decide(self, decision: Decision) -> None:
        """Add a decision. Earlier decisions stay; the last one counts."""
        self.decide_all((decision,))

    def decide_all(
        self,
        decisions: Iterable[Decision] = (),
        comments: Iterable[Comment] = (),
        phrases: Iterable[Phrase] = (),
        notes: Iterable[Note] = (),
        *,
        back_up: bool = True,
    ) -> None:
        """Add everything from one table or one person, all or nothing.

        Without `back_up`, the caller makes a copy later: `back_up_now`.
        """
        with self._transaction() as connection:
            add_decisions(connection, tuple(decisions))
            add_comments(connection, comments)
            add_phrases(connection, tuple(phrases))
            add_notes(connection, notes)
        if back_up:
            self._back_up()

    def phrases(self) -> tuple[Phrase, ...]:
        """List the reusable reasons in their current form."""
        with self._explained():
            return read_phrases(self._connection, self._unreadable)

    def back_up_now(self) -> None:
        """Copy the store, unless it is unchanged since its newest copy."""
        self._back_up()

    @property
    def stamp(self) -> bytes:
        """A value that differs after every change by anyone; b"" before the first."""
        with self._explained():
            (stamp,) = self._connection.execute("SELECT stamp FROM course").fetchone()
        return bytes(stamp)

    def keep_folder(self, folder: Path) -> None:
        """Record which folder was graded, to find the submissions later."""
        if self.folder_graded != folder:
            with self._transaction() as connection:
                connection.execute("UPDATE course SET folder = ?", (os.fsencode(folder),))

    @property
    def folder_graded(self) -> Path | None:
        """The folder graded last, on the machine that graded it; None = unknown."""
        with self._explained():
            (folder,) = self._connection.execute("SELECT folder FROM course").fetchone()
        name = os.fsdecode(folder)
        return Path(name) if name else None

    def decisions(self) -> tuple[Decision, ...]:
        """List every decision, oldest first."""
        with self._explained():
            return read_decisions(self._connection, self._unreadable)

    def comments(self) -> tuple[Comment, ...]:
        """List all comments to students, oldest first."""
        with self._explained():
            return read_comments(self._connection, self._unreadable)

    def notes(self, kind: str | None = None) -> tuple[Note, ...]:
        """List the notes of one kind, or of all, oldest first; see `latest_notes`."""
        with self._explained():
            return read_notes(self._connection, self._unreadable, kind)

    def confirm(self, confirmations: Iterable[Confirmation]) -> None:
        """Add confirmations, all or nothing. One is valid as long as the points are unchanged."""
        with self._transaction() as connection:
            add_confirmations(connection, confirmations)
        self._back_up()

    def confirmations(self) -> tuple[Confirmation, ...]:
        """List every confirmation, oldest first."""
        with self._explained():
            return read_confirmations(self._connection, self._unreadable)

    def note_export(self, export: Export) -> None:
        """Record what was written for whom, to find changes next time."""
        with self._transaction() as connection:
            add_export(connection, export)

    def exports(self) -> tuple[Export, ...]:
        """List every export, oldest first."""
        with self._explained():
            return read_exports(self._connection, self._unreadable)

    def exported(self, kind: str) -> Mapping[str, Exported]:
        """Return what the last export of a kind wrote for each student."""
        return {
            student: grade
            for export in self.exports()
            if export.kind == kind
            for student, grade in export.grades.items()
        }

    @contextmanager
    def _transaction(self, *, derived: bool = False) -> Iterator[sqlite3.Connection]:
        """Commit all or nothing; before the first change of a run, copy the file.

        `derived` data can be made again, so a full disk keeps no sheet from being stored.
        """
        if not self._copied and not derived:
            self._back_up()
            self._copied = True
        with self._explained():
            before = self._connection.total_changes
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                if self._connection.total_changes > before:
                    self._connection.execute("UPDATE course SET stamp = randomblob(16)")
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _back_up(self) -> None:
        with self._explained():
            back_up(self._connection, self.folder)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn SQLite's errors into a message with the file's name."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if _is_closed(self._path, error):
                raise _read_only(self._path) from error
            raise StoreError(
                "{path}: cannot be read or written: {reason}", path=self._path, reason=str(error)
            ) from error
        except sqlite3.DatabaseError as error:
            raise damaged(self._path, str(error)) from error
        except UnicodeDecodeError as error:  # in SQLite's message, which quotes the damage
            raise damaged(self._path, Message("its tables cannot be read")) from error


def _identities(folder: Path) -> list[tuple[int, int]]:
    """Identify the store and its journal, to notice when other files take their places."""
    files = []
    for name in (FILE_NAME, JOURNAL):
        with suppress(OSError):
            status = (folder / name).stat()
            files.append((status.st_dev, status.st_ino))
    return files


_SAVE_EVIDENCE = (
    "INSERT INTO observed (student, key, schema, evidence, checksum, handed_in)"
    " VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT (student) DO UPDATE SET"
    " key = excluded.key, schema = excluded.schema, evidence = excluded.evidence,"
    " checksum = excluded.checksum, handed_in = 1"
)
_SAVE_SHEET = (
    "INSERT INTO derived (student, sheet, checksum) VALUES (?, ?, ?) ON CONFLICT (student)"
    " DO UPDATE SET sheet = excluded.sheet, checksum = excluded.checksum"
)
