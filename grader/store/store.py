"""One results folder's SQLite file: what was observed, derived and decided."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from grader.model.errors import StoreError
from grader.model.evidence import Evidence
from grader.model.gradebook import Comment, Confirmation, Export, Exported
from grader.model.scoresheet import Decision, ScoreSheet
from grader.model.timing import Curve
from grader.store.columns import from_column, to_column
from grader.store.keys import EVIDENCE_SCHEMA
from grader.store.records import (
    curve_from_text,
    curve_to_text,
    evidence_from_text,
    evidence_to_text,
    sheet_from_text,
    sheet_to_text,
)
from grader.store.said import (
    add_comments,
    add_confirmations,
    add_decisions,
    add_export,
    read_comments,
    read_confirmations,
    read_decisions,
    read_exports,
)
from grader.store.schema import prepare

FILE_NAME = "grader.sqlite"


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What is known of one student without reading the evidence itself."""

    student: str
    key: str  # "" = the observation went wrong on our side and is to be made again
    readable: bool  # whether this version understands the evidence
    handed_in: bool  # whether the student was in the folder graded last


class Store:
    """The records of one assignment's results. Use it in the thread that opened it."""

    def __init__(self, folder: Path, assignment: str, *, create: bool = True) -> None:
        """Opens `folder`/grader.sqlite; StoreError says why it cannot be used."""
        self._path = folder / FILE_NAME
        if not create and not self._path.is_file():
            raise StoreError(f"{self._path}: not found; run `grader grade` first")
        with self._explained():
            self._connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            with self._explained():
                prepare(self._connection, self._path, assignment)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def observed(self) -> Mapping[str, Observed]:
        """Lists every student ever observed, by student."""
        with self._explained():
            rows = self._connection.execute(
                "SELECT student, key, schema, handed_in FROM observed ORDER BY student"
            ).fetchall()
        return {
            from_column(student): Observed(
                student=from_column(student),
                key=key,
                readable=schema == EVIDENCE_SCHEMA,
                handed_in=bool(handed_in),
            )
            for student, key, schema, handed_in in rows
        }

    def evidence(self, student: str) -> Evidence | None:
        """Reads one student's evidence."""
        with self._explained():
            row = self._connection.execute(
                "SELECT evidence FROM observed WHERE student = ?", (to_column(student),)
            ).fetchone()
        return evidence_from_text(row[0]) if row else None

    def sheet(self, student: str) -> ScoreSheet | None:
        """Reads one student's score sheet as it was last derived."""
        with self._explained():
            row = self._connection.execute(
                "SELECT sheet FROM derived WHERE student = ?", (to_column(student),)
            ).fetchone()
        return sheet_from_text(row[0]) if row else None

    def save(self, evidence: Evidence, sheet: ScoreSheet, *, reusable: bool) -> None:
        """Keeps one submission's evidence and sheet in one transaction.

        Evidence that is not `reusable` is kept for the sheet's sake and made again next time.
        """
        student = to_column(evidence.student)
        key = evidence.key if reusable else ""
        observed = (student, key, EVIDENCE_SCHEMA, evidence_to_text(evidence))
        derived = sheet_to_text(sheet)
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO observed VALUES (?, ?, ?, ?, 1) ON CONFLICT (student) DO UPDATE SET"
                " key = excluded.key, schema = excluded.schema, evidence = excluded.evidence,"
                " handed_in = 1",
                observed,
            )
            connection.execute(
                "INSERT INTO derived VALUES (?, ?) ON CONFLICT (student) DO UPDATE SET"
                " sheet = excluded.sheet",
                (student, derived),
            )

    def save_sheets(self, sheets: Iterable[ScoreSheet]) -> None:
        """Keeps sheets derived anew from stored evidence, all or none."""
        rows = [(sheet_to_text(sheet), to_column(sheet.student)) for sheet in sheets]
        with self._transaction() as connection:
            connection.executemany("UPDATE derived SET sheet = ? WHERE student = ?", rows)

    def baselines(self) -> Mapping[str, Curve]:
        """Reads the times of our own programs, by key; those of another version are left out."""
        with self._explained():
            rows = self._connection.execute("SELECT key, curve FROM baselines").fetchall()
        return {key: curve for key, text in rows if (curve := curve_from_text(text)) is not None}

    def keep_baselines(self, curves: Mapping[str, Curve]) -> None:
        """Keeps the times of our own programs; those of the same key are replaced."""
        rows = [(key, curve_to_text(curve)) for key, curve in curves.items()]
        with self._transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO baselines VALUES (?, ?)", rows)

    def mark_handed_in(self, students: Iterable[str]) -> None:
        """Remembers who is in the folder now; nobody's records are removed."""
        names = [(to_column(student),) for student in students]
        with self._transaction() as connection:
            connection.execute("UPDATE observed SET handed_in = 0")
            connection.executemany("UPDATE observed SET handed_in = 1 WHERE student = ?", names)

    def decide(self, decision: Decision) -> None:
        """Adds what a person said. Earlier decisions stay; the last one counts."""
        self.decide_all((decision,))

    def decide_all(
        self, decisions: Iterable[Decision] = (), comments: Iterable[Comment] = ()
    ) -> None:
        """Adds everything that one table or one person says, all or nothing."""
        with self._transaction() as connection:
            add_decisions(connection, decisions)
            add_comments(connection, comments)

    def decisions(self) -> tuple[Decision, ...]:
        """Lists every decision, oldest first."""
        with self._explained():
            return read_decisions(self._connection)

    def comments(self) -> tuple[Comment, ...]:
        """Lists everything that people wrote to students, oldest first."""
        with self._explained():
            return read_comments(self._connection)

    def confirm(self, confirmations: Iterable[Confirmation]) -> None:
        """Adds confirmations, all or nothing. One holds as long as the points are the same."""
        with self._transaction() as connection:
            add_confirmations(connection, confirmations)

    def confirmations(self) -> tuple[Confirmation, ...]:
        """Lists every confirmation, oldest first."""
        with self._explained():
            return read_confirmations(self._connection)

    def note_export(self, export: Export) -> None:
        """Remembers what was written for whom, for what changes until the next time."""
        with self._transaction() as connection:
            add_export(connection, export)

    def exports(self) -> tuple[Export, ...]:
        """Lists every export, oldest first."""
        with self._explained():
            return read_exports(self._connection)

    def exported(self, kind: str) -> Mapping[str, Exported]:
        """Says what exports of one kind wrote last for each student, by student."""
        return {
            student: grade
            for one in self.exports()
            if one.kind == kind
            for student, grade in one.grades.items()
        }

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turns SQLite's errors into a sentence with the file's name."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self._path}: cannot be read or written: {error}") from error
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"{self._path}: is damaged ({error}); move it away and grade again, "
                "and keep it: decisions may still be read from it"
            ) from error
