"""Tables as `grader export` writes them and as people edit them."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.export.gradebook import ExportOptions, write
from grader.gradebook.desk import OpenBook
from grader.gradebook.importing import Imported, Signed, import_table
from grader.model.gradebook import Gradebook
from grader.scoring import decided_after
from grader.store import Store
from grader.tables import read_tables
from grader.wording import Language
from tests.gradebook.gradebook_for_tests import EN, JA, JST, NAMES, NOON, reopened

ID, NAME, PROGRAM, RULES, FORM, TOTAL, MAX, STATE = range(8)
COMMENT = 12
SIGNED = Signed(by="TA2", at=NOON.replace(month=6), words=JA)

Rows = list[list[str]]


def rows_of(content: bytes) -> Rows:
    """The cells of a CSV that was exported."""
    return [list(row) for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))]


def csv_of(
    rows: Sequence[Sequence[str]], encoding: str = "utf-8-sig", delimiter: str = ","
) -> bytes:
    """A CSV as a spreadsheet saves it; what the encoding does not have becomes a question mark."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding, "replace")


def written(book: Gradebook, kind: str = "csv", lang: Language = "ja") -> bytes:
    """What `grader export` writes."""
    return write(kind, book, ExportOptions(lang=lang)).content


def export_csv(folder: Path) -> tuple[Gradebook, Rows]:
    """Exports the class as it is."""
    book = reopened(folder)
    return book, rows_of(written(book))


def put(rows: Rows, student: str, column: int, text: str) -> None:
    """Edits one cell."""
    next(row for row in rows if row[ID].removeprefix("'") == student)[column] = text


def take(
    folder: Path,
    content: bytes | Rows,
    name: str = "kadai1.csv",
    names: Mapping[str, str] = NAMES,
    signed: Signed = SIGNED,
    others: Sequence[str] = (),
) -> Imported:
    """Reads a table back; nothing is stored."""
    raw = content if isinstance(content, bytes) else csv_of(content)
    book = reopened(folder, names)
    with Store(folder, "kadai1") as store:
        here = OpenBook(store=store, collection=None, book=book)
        return import_table(read_tables(raw, name, formulas=True), here, signed, others)


def keep(folder: Path, imported: Imported) -> None:
    """Stores what a table says."""
    with Store(folder, "kadai1") as store:
        store.decide_all(decided_after(store.decisions(), imported.decisions), imported.comments)


def told(imported: Imported) -> list[str]:
    """The list that a person sees before anything is stored."""
    return [edit.say(EN, JST) for edit in imported.edits]


def decisions_in(imported: Imported) -> list[tuple[str, str, float | None]]:
    """Whose points of which criterion become what."""
    return [(one.student, one.criterion, one.points) for one in imported.decisions]


def kinds_in(imported: Imported) -> list[str]:
    """The problems, and then the warnings, by kind."""
    return [one.kind for one in (*imported.problems, *imported.warnings)]
